import { expect, test } from 'vitest';
import { exampleBooklet, exchangeContext } from '../../../tests/support/exchange-booklets.ts';
import { cantonLocations, organizationOf } from './places.ts';
import { practitionerOf } from './practitioner.ts';
import { provenanceOf } from './provenance.ts';
import type { Resource } from './r4.ts';
import { RESOURCE_TYPES } from './resource-types.ts';
import { resourcesOf } from './resources-of.ts';

const HEAD = `# One answer for each resource

Generated from the examples of the declarations: \`npx vitest run --project unit
src/domain/exchange/examples-page.test.ts -u\` writes this page anew. All people are invented. What other systems read is in
[exchange.md](exchange.md), every field in [exchange-mapping.md](exchange-mapping.md).
`;

/** Observations of which one alone would say too little. */
const FURTHER = ['.z-peso', '.resultado'];

async function exampleResources(): Promise<Resource[]> {
  const context = await exchangeContext();
  const [child, woman] = [exampleBooklet('nino'), exampleBooklet('mujer')];
  const resources = [child, woman].flatMap((booklet) => resourcesOf(booklet, context));
  const author = { _id: 'c3d9d3e8-0b0c-4b65-8a4f-6f5a1b0a7e01', nombre: 'Rosa', apellido: 'Yuquilema' };
  const registro = String(child.registros.vacuna?.[0]?._id);
  const entry = {
    id: '77',
    momento: '2026-09-22T15:04:05.678Z',
    accion: 'crear',
    autor: { ...author, esPractitioner: true },
    registro,
  };
  const provenance = provenanceOf(entry, resources);
  const [establishment] = context.establishments.values();
  return [
    ...resources,
    practitionerOf(author),
    organizationOf({ _id: String(establishment), nombre: 'Centro de Salud Colta' }, context),
    ...cantonLocations(context),
    ...(provenance ? [provenance] : []),
  ];
}

const shown = (resource: Resource) => `\`\`\`json\n${JSON.stringify(resource, null, 2)}\n\`\`\`\n`;

test('the page with one answer for each resource follows the declarations', async () => {
  const resources = await exampleResources();
  const sections = RESOURCE_TYPES.map((type) => {
    const some = resources.filter(({ resourceType }) => resourceType === type);
    const further = FURTHER.flatMap((ending) => some.find(({ id }) => id.endsWith(ending)) ?? []);
    const weight = some.find(({ id }) => id.endsWith('.peso')) ?? some[0];
    return `## ${type}\n\n${[weight, ...further].flatMap((one) => (one ? [shown(one)] : [])).join('\n')}`;
  });
  await expect([HEAD, ...sections].join('\n')).toMatchFileSnapshot('../../../docs/exchange-examples.md');
});
