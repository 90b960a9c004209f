import { coding, computedMeta, concept, idOf, refer, textOf } from './elements.ts';
import type { ExchangeContext, ExchangedBooklet } from './exchanged-booklet.ts';
import { cedulaIdentifier } from './patient.ts';
import type { RelatedPerson } from './r4.ts';
import { SYSTEMS } from './terminologies.ts';

/** The mother of a child, by the cédula in its booklet. Her own Patient has the same identifier and names this resource in its `link`. */
export function relatedPersonOf({ tipo, persona, madre }: ExchangedBooklet, context: ExchangeContext): RelatedPerson[] {
  const cedula = textOf(persona, 'cedulamadre');
  if (tipo !== 'nino' || cedula === null) return [];
  const own = madre === null ? [] : [{ use: 'secondary', system: `${context.base}/Patient`, value: madre } as const];
  return [
    {
      resourceType: 'RelatedPerson',
      id: `${idOf(persona)}.madre`,
      meta: computedMeta([persona]),
      identifier: [cedulaIdentifier(cedula, context), ...own],
      active: true,
      patient: refer('Patient', idOf(persona)),
      relationship: [concept([coding(SYSTEMS.role, 'MTH')], 'Madre')],
      gender: 'female',
    },
  ];
}
