import type { nino } from '#domain/records/nino.ts';
import { fieldOf } from '#domain/records/row.ts';
import type { Row } from '#web/lib/row.ts';

/** The data that the standards need; '' where not recorded. */
export interface Child {
  sexo: string;
  birth: string;
  /** Days of pregnancy at birth; null if not recorded. */
  gestacion: number | null;
}

const text = (row: Row, name: keyof typeof nino.fields) => String(fieldOf(row, name) ?? '');

export const childOf = (row: Row): Child => ({
  sexo: text(row, 'sexo'),
  birth: text(row, 'fechanacimiento'),
  gestacion: typeof row.gestacion === 'number' ? row.gestacion : null,
});
