import type { NamedAccount } from '../author.ts';
import { coding, concept, refer } from './elements.ts';
import type { Provenance, Resource } from './r4.ts';
import { SYSTEMS } from './terminologies.ts';

/** An entry of the journal about a person or a record of theirs. */
interface RecordedEntry {
  readonly id: string;
  /** ISO instant. */
  readonly momento: string;
  readonly accion: string;
  /** The id of the changed person or record. */
  readonly registro: string;
  /** An account that lost its role without a record of its own is a name only. */
  readonly autor: NamedAccount & { readonly esPractitioner: boolean };
}

/** The resources that a row is sent as: those with its id, or its id and a field. Computed ones are of nobody's making. */
const targetsOf = (id: string, resources: readonly Resource[]) =>
  resources.filter(({ id: own, meta }) => meta?.versionId !== undefined && (own === id || own.startsWith(`${id}.`)));

/** Who created or last edited what; null if no resource is left of it. @param resources of the booklet */
export function provenanceOf(entry: RecordedEntry, resources: readonly Resource[]): Provenance | null {
  const target = targetsOf(entry.registro, resources).map(({ resourceType, id }) => refer(resourceType, id));
  if (target.length === 0) return null;
  const { _id, nombre, apellido, esPractitioner } = entry.autor;
  const name = `${nombre} ${apellido}`.trim();
  return {
    resourceType: 'Provenance',
    id: entry.id,
    target,
    recorded: entry.momento,
    activity: concept([coding(SYSTEMS.dataOperation, entry.accion === 'crear' ? 'CREATE' : 'UPDATE')]),
    agent: [
      {
        type: concept([coding(SYSTEMS.participation, 'author')]),
        who: esPractitioner ? refer('Practitioner', _id, name) : { display: name },
      },
    ],
  };
}
