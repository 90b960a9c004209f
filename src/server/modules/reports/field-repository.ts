import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { today } from '#domain/calendar.ts';
import { type FieldRow, type FieldWeek, getFieldWeek } from '#domain/calls/field-week.ts';
import { isInPlace } from '#domain/lists/conditions.ts';
import { controlDays, daysOfSpan, type FieldDays, fieldDays, recordDays } from '#domain/reports/field-week.ts';
import { percentOf } from '#domain/reports/figures.ts';
import { PLACES } from '#domain/reports/places.ts';
import { pickDeclared } from '#server/calls/answers.ts';
import type { Db } from '#server/db/connect.ts';
import { ONE_SNAPSHOT } from '#server/db/database.ts';
import { LEVELS } from '#server/db/figure-tables.ts';
import { nino, placeTable, usuario } from '#server/db/schema.ts';
import { type ChildPictures, numbersOf } from '#server/modules/records/child-pictures.ts';
import { countChildren, countControls, countRecorded } from './field-counts.ts';
import { placeConditions, spanishCollator } from './places.ts';
import { createSums, sumBy } from './sum-by.ts';

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
type Counted = { by: string; lugar: number } & Partial<Figures>;
const countedSchema = z.array(z.object({ by: z.string(), lugar: z.number(), ...numbersOf(FIGURES) }));
type Part = Place & Figures & { responsable: Person; establecimiento: string };

const zeroFigures = (): Figures => Object.fromEntries(FIGURES.map((name) => [name, 0])) as Figures;
const isNarrowed = (places: Readonly<Record<string, unknown>>) => PLACES.some((name) => places[name] !== undefined);
const rowKey = ({ responsable, provincia, canton }: Part) => JSON.stringify([responsable._id, provincia, canton]);
const countedKey = (row: Counted) => `${row.by} ${row.lugar}`;

const pickFigures = pickDeclared(getFieldWeek.counted.shape.general);
const withShare = <T extends Figures>(row: T) => ({ ...row, porcentaje: percentOf(row.advertidos, row.registros) });

/** One row per custodian and canton, those with most unseen children first, and the sum of all. */
function weekOf({ mes, mesAnterior }: FieldDays, parts: readonly Part[]): FieldWeek {
  const [general = zeroFigures()] = sumBy(parts, () => '', FIGURES);
  const filas = sumBy(parts, rowKey, FIGURES)
    .map(({ establecimiento: _, ...row }) => withShare(row))
    .sort(
      (a, b) =>
        b.sinControl - a.sinControl ||
        spanishCollator.compare(a.responsable.apellido, b.responsable.apellido) ||
        spanishCollator.compare(a.canton, b.canton) ||
        spanishCollator.compare(a.provincia, b.provincia) ||
        // Keeps equal names in the same order on every page.
        (a.responsable._id < b.responsable._id ? -1 : 1),
    );
  return {
    mes: mes.slice(0, 7),
    mesAnterior: mesAnterior.slice(0, 7),
    filas,
    general: pickFigures(withShare(general)),
  };
}

export type FieldRepository = ReturnType<typeof createFieldRepository>;

/** What custodians did lately, by canton of the children. */
export function createFieldRepository(db: Db, pictures: ChildPictures, now: () => string = today) {
  const named = async (from: Db, counts: Counted[]): Promise<Part[]> => {
    const { nombre, apellido } = usuario;
    const people = await from.select({ _id: usuario._id, nombre, apellido }).from(usuario);
    const { _id, provincia, canton, establecimiento } = placeTable;
    const places = await from
      .select({ _id, provincia, canton, establecimiento })
      .from(placeTable)
      .where(eq(placeTable.nivel, LEVELS.establecimiento));
    const peopleById = new Map(people.map((person) => [person._id, person]));
    const placesById = new Map(places.map(({ _id: place, ...names }) => [place, names]));
    return sumBy<keyof Figures, Counted>(counts, countedKey, FIGURES).flatMap(({ by, lugar: place, ...row }) => {
      const [responsable, names] = [peopleById.get(by), placesById.get(place)];
      // Accounts and places that a child refers to are never deleted.
      return responsable && names ? { responsable, ...names, ...row } : [];
    });
  };

  const picture = pictures.of({
    name: 'semana',
    schema: countedSchema,
    async compute(day, pieces, pause) {
      const days = fieldDays(day);
      const sums = createSums<keyof Figures, Counted>(countedKey, FIGURES);
      for await (const piece of pieces) sums.add(await countChildren(db, piece, days));
      // Counted for all children at once: few have a record of these days.
      for (const span of daysOfSpan(controlDays(days), day)) {
        sums.add(await countControls(db, [], 'lookup', days, span));
        await pause();
      }
      for (const span of daysOfSpan(recordDays(days), day)) {
        sums.add(await countRecorded(db, [], 'lookup', span));
        await pause();
      }
      return sums.all();
    },
    async prepare(counted, day, at) {
      const days = fieldDays(day);
      const parts = await named(db, counted);
      const ofParts = (some: readonly Part[]): FieldWeek => ({ ...weekOf(days, some), datosAl: at.toISOString() });
      return { parts, ofParts, whole: ofParts(parts) };
    },
  });

  const fromPicture = async (places: Readonly<Record<string, unknown>>, waits?: () => void) => {
    const taken = await picture(waits);
    if (!taken) return null;
    const { parts, ofParts, whole } = taken.value;
    return isNarrowed(places) ? ofParts(parts.filter((part) => isInPlace(places, part))) : whole;
  };

  const counted = (places: Readonly<Record<string, unknown>>): Promise<FieldWeek> => {
    const days = fieldDays(now());
    const scope = placeConditions(nino, places);
    return db.transaction(
      async (snapshot) =>
        weekOf(
          days,
          await named(snapshot, [
            ...(await countChildren(snapshot, scope, days)),
            ...(await countControls(snapshot, scope, 'join', days, controlDays(days))),
            ...(await countRecorded(snapshot, scope, 'join', recordDays(days))),
          ]),
        ),
      ONE_SNAPSHOT,
    );
  };

  return {
    /** Counted at once where there are few children, otherwise from a picture. @returns the same object to all who read one picture */
    async week(places: Readonly<Record<string, unknown>>, waits?: () => void): Promise<FieldWeek> {
      return (await fromPicture(places, waits)) ?? counted(places);
    },
  };
}
