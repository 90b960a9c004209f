import { showAge, today } from '#domain/calendar.ts';
import type { VisitRow } from '#domain/calls/follow-up.ts';
import { communityOf } from '#domain/follow-up/communities.ts';
import type { PickedChild } from '#web/records/my-day/use-my-day.ts';

export const nameOf = ({ nombres, apellidos }: Pick<VisitRow, 'nombres' | 'apellidos'>): string =>
  `${nombres} ${apellidos}`.trim().toLocaleUpperCase('es');

export const ageOf = ({ fechanacimiento }: VisitRow): string =>
  fechanacimiento ? showAge(fechanacimiento, today()) : 'Sin fecha de nacimiento';

/** What «Mi día» keeps of a child. */
export const pickedChild = (row: VisitRow): PickedChild => ({
  _id: row._id,
  nombres: row.nombres,
  apellidos: row.apellidos,
  celular: row.celular,
  lugar: communityOf(row) || row.canton,
});
