import { expect, it, test } from 'vitest';
import type { Field } from '../fields/field.ts';
import { INDICATOR_KEYS, INDICATORS } from '../growth/indicators.ts';
import type { RecordDefinition } from '../records/define-record.ts';
import { RECORD_LIST } from '../records/index.ts';
import { type NamedVaccine, VACCINES } from '../vaccines/vaccine-names.ts';
import { WOMEN_VACCINES } from '../vaccines/women-vaccines.ts';
import { codeName } from './code-names.ts';
import { CODE_SOURCES, type CodeSource, FIELD_CODES, type FieldCodes } from './field-codes.ts';
import { elementOf, fieldsOfElements } from './field-elements.ts';
import { BMI_CODE, Z_SCORE_CODES } from './growth-observations.ts';
import { CONDITIONS } from './own-codes.ts';
import { SYSTEMS, UCUM_UNITS } from './terminologies.ts';
import { VACCINE_CODES, type VaccineCodes, WOMEN_VACCINE_CODES } from './vaccine-codes.ts';

const HEAD = `# What becomes which resource

Generated from the declarations: \`npx vitest run --project unit src/domain/exchange/mapping-page.test.ts -u\`
writes this page anew. How other systems read the resources is in [exchange.md](exchange.md).

An Observation has the codes of the table and always the own one, \`<base>/CodeSystem/libreta|<registro>.<campo>\`. "Own" in
a table means that it has no other: no code of a terminology was certain. A tick that is not set has no
Observation; an answer Sí or No has one.
`;

const cell = (text: string) => text.replaceAll('|', '\\|');
const table = (heads: readonly string[], rows: readonly (readonly string[])[]) =>
  [heads, heads.map(() => '---'), ...rows.map((row) => row.map(cell))]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');

const link = (source: CodeSource) => `[${source}](#sources)`;
const loinc = (code: string, note = '') => `${code} ${codeName(SYSTEMS.loinc, code)}${note}`;

function codesOf(codes: FieldCodes | undefined): string {
  if (!codes) return 'own';
  const lying = codes.lying ? [loinc(codes.lying, ' (before 24 months)')] : [];
  return `LOINC ${[...lying, ...codes.loinc.map((code) => loinc(code))].join('; ')}`;
}

function unitOf(field: Field): string {
  if (field.kind !== 'number') return field.kind === 'flag' ? 'boolean' : field.kind === 'date' ? 'date' : '';
  return UCUM_UNITS[field.unit ?? 'puntos'] ?? '';
}

function recordTable({ key, titles, fields, parent, exported }: RecordDefinition): string {
  const rows = Object.entries<Field>(fields).map(([name, field]) => {
    const element = elementOf(key, name);
    if (element !== null) return [`${field.label} (\`${name}\`)`, element, '', '', ''];
    const codes = FIELD_CODES[`${key}.${name}`];
    const sources = (codes?.sources ?? []).map(link).join(', ');
    return [`${field.label} (\`${name}\`)`, 'Observation', codesOf(codes), unitOf(field), sources];
  });
  return `## ${parent ? titles.short : exported?.name} (\`${key}\`)\n\n${table(['field', 'element', 'codes', 'unit', 'sources'], rows)}\n`;
}

const computed = table(
  ['computed', 'id', 'codes', 'sources'],
  [
    ['Índice de masa corporal', '`<control>.imc`', `LOINC ${loinc(BMI_CODE)}`, link('FHIR-VITALS')],
    ...INDICATOR_KEYS.map((key) => {
      const snomed = Z_SCORE_CODES[key];
      const codes = snomed === null ? 'own' : `SNOMED CT ${snomed} ${codeName(SYSTEMS.snomed, snomed)}`;
      return [`${INDICATORS[key].short}, puntaje z`, `\`<control>.z-${key}\``, codes, snomed ? link('RCPCH') : ''];
    }),
    ['Primer día del embarazo', '`<embarazo>.inicio`', `LOINC ${loinc('8665-2')}`, link('BFDR')],
    ['Embarazo (EpisodeOfCare)', '`<mujer>.<día>`', 'SNOMED CT 77386006 Pregnant', link('IPS-PREGNANCY')],
    ...Object.entries(CONDITIONS).map(([key, { display }]) => [
      `${display} (Condition)`,
      `\`<niño>.${key}\``,
      key === 'anemia' ? 'SNOMED CT 271737000 Anemia' : 'own',
      key === 'anemia' ? link('SNOMED') : '',
    ]),
  ],
);

const vaccineRows = (
  vaccines: Readonly<Record<string, NamedVaccine>>,
  codes: Readonly<Record<string, VaccineCodes>>,
  prefix: string,
) =>
  Object.entries(vaccines).map(([key, { label }]) => {
    const { atc = '', cvx } = codes[key] ?? {};
    return [
      `${label} (\`${prefix}${key}\`)`,
      `${atc} ${codeName(SYSTEMS.atc, atc)}`,
      cvx === undefined ? 'none is certain' : `${cvx} ${codeName(SYSTEMS.cvx, cvx)}`,
    ];
  });

const page = [
  HEAD,
  ...RECORD_LIST.map(recordTable),
  `## Computed\n\n${computed}\n`,
  '## Vaccines\n',
  'A name of another vaccine is sent as text. Codes of groups stand where the product is not recorded.\n',
  `${table(['vaccine', 'ATC', 'CVX'], [...vaccineRows(VACCINES, VACCINE_CODES, ''), ...vaccineRows(WOMEN_VACCINES, WOMEN_VACCINE_CODES, 'mujer.')])}\n`,
  `Sources: ${link('IPS-ATC')}, ${link('CDC-CVX')}.\n`,
  '## Sources\n',
  ...Object.entries(CODE_SOURCES).map(([key, { title, address }]) => `- **${key}**: ${title}, <${address}>`),
  '',
].join('\n');

test('the page with the mapping follows the declarations', async () => {
  await expect(page).toMatchFileSnapshot('../../../docs/exchange-mapping.md');
});

it('every element that is said to hold a field names a field that exists', () => {
  const fields = new Set(RECORD_LIST.flatMap(({ key, fieldNames }) => fieldNames.map((name) => `${key}.${name}`)));
  expect(fieldsOfElements().filter((name) => !fields.has(name))).toEqual([]);
});
