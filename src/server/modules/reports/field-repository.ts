import { and, count, eq, gte, lt, lte, type SQL, sql } from 'drizzle-orm';
import { addMonths, startOfDay, today } from '#domain/calendar.ts';
import type { FieldRow } from '#domain/calls/field-week.ts';
import { type FieldDays, fieldDays } from '#domain/reports/field-week.ts';
import { percentOf } from '#domain/reports/figures.ts';
import type { Db } from '#server/db/connect.ts';
import { howMany } from '#server/db/counting.ts';
import { control, nino, usuario } from '#server/db/schema.ts';
import { followed, seenBefore } from '#server/modules/records/followed-children.ts';
import { recentRecords } from '#server/modules/records/warned-records.ts';
import { byName, placeConditions } from './places.ts';
import { sumBy } from './sum-by.ts';

const FIGURES = [
  'ninos',
  'sinControl',
  'controlesMes',
  'controlesMesAnterior',
  'controlesMismoDia',
  'registros',
  'advertidos',
] as const;
type Figures = Record<(typeof FIGURES)[number], number>;
type Person = FieldRow['responsable'];
type Group = { by: string; provincia: string; canton: string };
type Part = Group & Partial<Figures>;

const nothing = (): Figures => Object.fromEntries(FIGURES.map((name) => [name, 0])) as Figures;
const keyOf = ({ by, provincia, canton }: Group) => JSON.stringify([by, provincia, canton]);

export type FieldRepository = ReturnType<typeof createFieldRepository>;

/** The picture of the field: what those responsible for children did lately, by canton of the children. */
export function createFieldRepository(db: Db, now: () => string = today) {
  const group = { by: nino.createdBy, provincia: nino.provincia, canton: nino.canton };
  const grouped = [nino.createdBy, nino.provincia, nino.canton];

  const children = (from: Db, places: SQL[], days: FieldDays) =>
    from
      .select({ ...group, ninos: count(), sinControl: howMany(seenBefore(days.vistosDesde)) })
      .from(nino)
      .where(and(followed(days.hoy), ...places))
      .groupBy(...grouped);

  const controls = (from: Db, places: SQL[], { mes, mesAnterior, mismoDia }: FieldDays) =>
    from
      .select({
        ...group,
        controlesMes: howMany(gte(control.fecha, mes)),
        controlesMesAnterior: howMany(lt(control.fecha, mes)),
        controlesMismoDia: howMany(lte(control.fecha, mismoDia)),
      })
      .from(control)
      .innerJoin(nino, eq(nino._id, control.parentId))
      .where(and(gte(control.fecha, mesAnterior), lt(control.fecha, addMonths(mes, 1)), ...places))
      .groupBy(...grouped);

  const warned = (from: Db, places: SQL[], { advertenciasDesde }: FieldDays) => {
    const since = new Date(startOfDay(advertenciasDesde));
    const records = recentRecords(from, since).as('registros');
    return from
      .select({ ...group, registros: count(), advertidos: howMany(sql`${records.advertida}`) })
      .from(records)
      .innerJoin(nino, eq(nino._id, records.child))
      .where(and(...places))
      .groupBy(...grouped);
  };

  return {
    /** One row per responsible person and canton, those with most children unseen first, and the sum of all. */
    async week(query: Record<string, unknown>) {
      const days = fieldDays(now());
      const places = placeConditions(nino, query);
      return db.transaction(
        async (snapshot) => {
          const parts: Part[] = [
            ...(await children(snapshot, places, days)),
            ...(await controls(snapshot, places, days)),
            ...(await warned(snapshot, places, days)),
          ];
          const { _id, nombre, apellido } = usuario;
          const people = new Map<string, Person>(
            (await snapshot.select({ _id, nombre, apellido }).from(usuario)).map((person) => [person._id, person]),
          );
          const [general = nothing()] = sumBy(parts, () => '', FIGURES);
          const filas = sumBy(parts, keyOf, FIGURES)
            .map(({ by, ...row }) => ({
              // Whoever recorded somebody stays: users are only deactivated.
              responsable: people.get(by) as Person,
              ...withShare(row),
            }))
            .sort(
              (a, b) =>
                b.sinControl - a.sinControl ||
                byName.compare(a.responsable.apellido, b.responsable.apellido) ||
                byName.compare(a.canton, b.canton),
            );
          return {
            mes: days.mes.slice(0, 7),
            mesAnterior: days.mesAnterior.slice(0, 7),
            filas,
            general: withShare(general),
          };
        },
        { isolationLevel: 'repeatable read', accessMode: 'read only' },
      );
    },
  };
}

/** Records with warnings in a hundred, 2 decimals. */
const withShare = <T extends Figures>(row: T) => ({ ...row, porcentaje: percentOf(row.advertidos, row.registros) });
