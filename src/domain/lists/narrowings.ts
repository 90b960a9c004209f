import { startOfDay, today } from '../calendar.ts';
import type { Narrowing, Situation } from '../records/narrowings.ts';
import { fieldDays } from '../reports/field-week.ts';
import { fieldMatches } from './field-matches.ts';
import type { ListedChild } from './listed-row.ts';

/** Whether a child's follow-up has not ended by this day. */
export const isFollowed = ({ seguimientoHasta }: ListedChild, day: string): boolean => seguimientoHasta >= day;

/** Each finds exactly whom the reports count. */
const SITUATIONS: Readonly<Record<Situation, (row: ListedChild, day: string) => boolean>> = {
  seguimiento: isFollowed,
  sincontrol: (row, day) =>
    isFollowed(row, day) && (row.visto ?? today(new Date(row.fechaRegistro))) < fieldDays(day).vistosDesde,
  advertencias: ({ advertencia }, day) =>
    advertencia !== null && Date.parse(advertencia) >= Date.parse(startOfDay(fieldDays(day).advertenciasDesde)),
  concontrol: ({ controlFecha }) => controlFecha !== null,
  sinnacimiento: ({ fechanacimiento }) => fechanacimiento === null,
  sinsexo: ({ sexo }) => sexo === '',
  medidos: ({ ztalla }) => ztalla !== null,
  tallabaja: ({ ztalla }) => ztalla !== null && ztalla < -2,
  tallasevera: ({ ztalla }) => ztalla !== null && ztalla < -3,
};

/** Whether a child is among those that a list is narrowed to. */
export const NARROWS: Readonly<Record<Narrowing, (row: ListedChild, value: string, day: string) => boolean>> = {
  sexo: ({ sexo }, value) => fieldMatches(sexo, value),
  estado: ({ estado }, value) => estado === value,
  responsable: ({ createdBy }, value) => createdBy._id === value,
  mes: ({ meses }, value) => meses.includes(value),
  situacion: (row, value, day) => SITUATIONS[value as Situation](row, day),
};
