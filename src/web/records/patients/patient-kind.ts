import { linkOptions } from '@tanstack/react-router';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { fieldOf } from '#domain/records/row.ts';
import type { Row } from '#web/lib/row.ts';
import type { PatientPrint } from './patient-print.ts';

/** The ways to booklets. */
export const toChild = (ninoId: string) => linkOptions({ to: '/ninos/$ninoId', params: { ninoId } });
export const toWoman = (mujerId: string) => linkOptions({ to: '/mujer/$mujerId', params: { mujerId } });
type PanelLink = ReturnType<typeof toChild> | ReturnType<typeof toWoman>;

/** What the screens of women and of children say and where they are; everything else is their declaration. */
export interface PatientKind {
  definition: RecordDefinition;
  /** Fields that together are the person's name. */
  nameFields: readonly string[];
  paths: { list: '/lista/ninos' | '/lista/mujer'; add: '/ninos/add' | '/mujer/add' };
  /** The way to the booklet of one of them. */
  panel: (id: string) => PanelLink;
  texts: {
    add: string;
    /** "1.284 niñas y niños registrados" */
    count: (total: string) => string;
    empty: string;
    missing: string;
    /** What the panel is called before the name is known. */
    booklet: string;
    confirmDelete: { title: string; message: string };
  };
  picture: 'nina' | 'mujer';
  /** What the printed booklet says beside the declarations; its code comes only when one is made. */
  print: () => Promise<PatientPrint>;
}

export const HUB_PATH = '/registros';

/** The person's name as it is written in capitals. */
export function personName({ nameFields }: Pick<PatientKind, 'nameFields'>, row: Row): string {
  const name = nameFields.map((field) => String(fieldOf(row, field) ?? '')).join(' ');
  return name.trim().toLocaleUpperCase('es');
}

export function responsible({ createdBy }: Row): string {
  return [createdBy.nombre, createdBy.apellido].filter(Boolean).join(' ');
}
