import type { RecordDefinition } from '#domain/records/define-record.ts';
import { fieldOf } from '#domain/records/row.ts';
import type { Row } from '#web/lib/row.ts';
import type { BookletLink, VisitLink } from '#web/records/booklet/booklet-links.ts';
import type { PatientPrint } from './patient-print.ts';

/** Texts and paths of the screens of women or of children; everything else comes from the declaration. */
export interface PatientKind {
  definition: RecordDefinition;
  /** The fields that form the person's name. */
  nameFields: readonly string[];
  paths: { list: '/lista/ninos' | '/lista/mujer'; add: '/ninos/add' | '/mujer/add' };
  panel: (id: string) => BookletLink;
  visit: (id: string) => VisitLink;
  texts: {
    add: string;
    count: (total: string) => string;
    empty: string;
    missing: string;
    /** The title of the panel before the name is loaded. */
    booklet: string;
    confirmDelete: { title: string; message: string };
  };
  picture: 'nina' | 'mujer';
  /** Loads the parts of the printed booklet that declarations do not describe. */
  print: () => Promise<PatientPrint>;
}

export const HUB_PATH = '/registros';

/** The person's name in capitals. */
export function personName({ nameFields }: Pick<PatientKind, 'nameFields'>, row: Row): string {
  const name = nameFields.map((field) => String(fieldOf(row, field) ?? '')).join(' ');
  return name.trim().toLocaleUpperCase('es');
}

export function responsible({ createdBy }: Row): string {
  return [createdBy.nombre, createdBy.apellido].filter(Boolean).join(' ');
}
