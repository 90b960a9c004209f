import { and, count, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import { addMonths, startOfDay, today } from '#domain/calendar.ts';
import type { FieldRow } from '#domain/calls/field-week.ts';
import { type FieldDays, fieldDays } from '#domain/reports/field-week.ts';
import { percentOf } from '#domain/reports/figures.ts';
import { liesAt, PLACES } from '#domain/reports/places.ts';
import type { Db } from '#server/db/connect.ts';
import { howMany } from '#server/db/counting.ts';
import { control, nino, usuario } from '#server/db/schema.ts';
import type { ChildPictures } from '#server/modules/records/child-pictures.ts';
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
type Place = Pick<FieldRow, 'provincia' | 'canton'>;
type Part = Place & { by: string; establecimiento: string } & Partial<Figures>;
type Week = {
  filas: (Place & Figures & { responsable: Person; porcentaje: number })[];
  general: Figures & { porcentaje: number };
};

const nothing = (): Figures => Object.fromEntries(FIGURES.map((name) => [name, 0])) as Figures;
const keyOf = ({ by, provincia, canton }: Part) => JSON.stringify([by, provincia, canton]);

/** Records with warnings in a hundred, 2 decimals. */
const withShare = <T extends Figures>(row: T) => ({ ...row, porcentaje: percentOf(row.advertidos, row.registros) });

/** One row per responsible person and canton, those with most children unseen first, and the sum of all. */
function weekOf(parts: Part[], people: ReadonlyMap<string, Person>): Week {
  const [general = nothing()] = sumBy(parts, () => '', FIGURES);
  const filas = sumBy(parts, keyOf, FIGURES)
    .map(({ by, establecimiento: _, ...row }) => ({
      // Whoever recorded somebody stays: users are only deactivated.
      responsable: people.get(by) as Person,
      ...withShare(row),
    }))
    .sort(
      (a, b) =>
        b.sinControl - a.sinControl ||
        byName.compare(a.responsable.apellido, b.responsable.apellido) ||
        byName.compare(a.canton, b.canton) ||
        byName.compare(a.provincia, b.provincia) ||
        // Namesakes keep their places from page to page.
        (a.responsable._id < b.responsable._id ? -1 : 1),
    );
  return { filas, general: withShare(general) };
}

export type FieldRepository = ReturnType<typeof createFieldRepository>;

/** The picture of the field: what those responsible for children did lately, by canton of the children. */
export function createFieldRepository(db: Db, pictures: ChildPictures, now: () => string = today) {
  const { createdBy, provincia, canton, establecimiento } = nino;
  const group = { by: createdBy, provincia, canton, establecimiento };
  const grouped = [createdBy, provincia, canton, establecimiento];

  const children = (from: Db, whose: SQL[], days: FieldDays) =>
    from
      .select({ ...group, ninos: count(), sinControl: howMany(seenBefore(days.vistosDesde)) })
      .from(nino)
      .where(and(followed(days.hoy), ...whose))
      .groupBy(...grouped);

  const controlled = ({ mes, mismoDia }: FieldDays, fecha: SQL) => ({
    ...group,
    controlesMes: howMany(sql`${fecha} >= ${mes}`),
    controlesMesAnterior: howMany(sql`${fecha} < ${mes}`),
    controlesMismoDia: howMany(sql`${fecha} <= ${mismoDia}`),
  });
  const inMonths = ({ mes, mesAnterior }: FieldDays) =>
    and(gte(control.fecha, mesAnterior), lt(control.fecha, addMonths(mes, 1)));

  const controls = (from: Db, whose: SQL[], days: FieldDays) =>
    from
      .select(controlled(days, sql`${control.fecha}`))
      .from(control)
      .innerJoin(nino, eq(nino._id, control.parentId))
      .where(and(inMonths(days), ...whose))
      .groupBy(...grouped);

  const recorded = (records: { advertida: unknown }) => ({
    ...group,
    registros: count(),
    advertidos: howMany(sql`${records.advertida}`),
  });
  const since = ({ advertenciasDesde }: FieldDays) => new Date(startOfDay(advertenciasDesde));

  const warned = (from: Db, whose: SQL[], days: FieldDays) => {
    const records = recentRecords(from, since(days)).as('registros');
    return from
      .select(recorded(records))
      .from(records)
      .innerJoin(nino, eq(nino._id, records.child))
      .where(and(...whose))
      .groupBy(...grouped);
  };

  /** The two, child by child: of a few among many that is less than to look through all records of the days. */
  const controlsOfFew = (from: Db, whose: SQL[], days: FieldDays) => {
    const ofChild = from
      .select({ fecha: control.fecha })
      .from(control)
      .where(and(eq(control.parentId, nino._id), inMonths(days)))
      // As their index has them; an order also keeps the database from looking at all controls of the months first.
      .orderBy(desc(control.fechaRegistro))
      .as('controles');
    return from
      .select(controlled(days, sql`${ofChild.fecha}`))
      .from(nino)
      .innerJoinLateral(ofChild, sql`true`)
      .where(and(...whose))
      .groupBy(...grouped);
  };

  const warnedOfFew = (from: Db, whose: SQL[], days: FieldDays) => {
    const records = recentRecords(from, since(days), nino._id).as('registros');
    return from
      .select(recorded(records))
      .from(nino)
      .innerJoinLateral(records, sql`true`)
      .where(and(...whose))
      .groupBy(...grouped);
  };

  const everybody = async (from: Db) => {
    const { _id, nombre, apellido } = usuario;
    const people = await from.select({ _id, nombre, apellido }).from(usuario);
    return new Map<string, Person>(people.map((person) => [person._id, person]));
  };

  const pictured = pictures.of<Part, { parts: Part[]; people: Map<string, Person>; whole: Week }>(
    async (piece, day) => {
      const days = fieldDays(day);
      return [
        ...(await children(db, piece, days)),
        ...(await controlsOfFew(db, piece, days)),
        ...(await warnedOfFew(db, piece, days)),
      ];
    },
    async (parts) => {
      const people = await everybody(db);
      return { parts, people, whole: weekOf(parts, people) };
    },
  );

  const fromPicture = async (places: Readonly<Record<string, unknown>>, waits?: () => void) => {
    const taken = await pictured(waits);
    if (!taken) return null;
    const { parts, people, whole } = taken.value;
    const narrowed = PLACES.some((name) => places[name] !== undefined);
    const week = narrowed
      ? weekOf(
          parts.filter((part) => liesAt(places, part)),
          people,
        )
      : whole;
    return { ...week, datosAl: taken.at.toISOString() };
  };

  const counted = (places: Readonly<Record<string, unknown>>, days: FieldDays): Promise<Week> => {
    const whose = placeConditions(nino, places);
    return db.transaction(
      async (snapshot) =>
        weekOf(
          [
            ...(await children(snapshot, whose, days)),
            ...(await controls(snapshot, whose, days)),
            ...(await warned(snapshot, whose, days)),
          ],
          await everybody(snapshot),
        ),
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
  };

  return {
    /** What was done in the field and where somebody must look; from a picture where there are many children. */
    async week(places: Readonly<Record<string, unknown>>, waits?: () => void) {
      const days = fieldDays(now());
      const week = (await fromPicture(places, waits)) ?? (await counted(places, days));
      return { mes: days.mes.slice(0, 7), mesAnterior: days.mesAnterior.slice(0, 7), ...week };
    },
  };
}
