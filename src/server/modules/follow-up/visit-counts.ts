import { and, count, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { VisitCounts } from '#domain/calls/follow-up.ts';
import { VISIT_REASON_KEYS, type VisitReason } from '#domain/follow-up/reasons.ts';
import { type Condition, isInPlace, reasonHolds, visitIsDue, WITHOUT_BIRTH } from '#domain/lists/conditions.ts';
import type { Db } from '#server/db/connect.ts';
import { countWhere, onlyRow } from '#server/db/counting.ts';
import { nino } from '#server/db/schema.ts';
import { type ChildPictures, numbersOf } from '#server/modules/records/child-pictures.ts';
import { childConditions } from '#server/modules/records/list-conditions.ts';

const { provincia, canton, establecimiento } = nino;

const NAMES = ['total', 'sinNacimiento', ...VISIT_REASON_KEYS] as const;
const PLACE = { provincia: z.string(), canton: z.string(), establecimiento: z.string() };
const countsOfPlaces = z.array(z.object({ ...PLACE, ...numbersOf(NAMES) }));

export function createVisitCounts(db: Db, pictures: ChildPictures) {
  const sqlOf = (...conditions: Condition[]) => and(...childConditions(db, conditions));
  const due = (day: string) => sqlOf(...visitIsDue(day));
  const holds = (name: VisitReason, day: string) => countWhere(sqlOf(...visitIsDue(day), reasonHolds[name](day)));
  const countsOn = (day: string) => ({
    total: countWhere(due(day)),
    cruce: holds('cruce', day),
    desnutricion: holds('desnutricion', day),
    control: holds('control', day),
    vacunas: holds('vacunas', day),
    sinNacimiento: countWhere(sqlOf(WITHOUT_BIRTH)),
  });

  const ofPiece = (piece: SQL[], day: string) =>
    db
      .select({ provincia, canton, establecimiento, ...countsOn(day) })
      .from(nino)
      .where(and(...piece))
      .groupBy(provincia, canton, establecimiento);

  const byPlace = pictures.of({
    name: 'visitas',
    schema: countsOfPlaces,
    async compute(day, pieces) {
      const places: Awaited<ReturnType<typeof ofPiece>> = [];
      for await (const piece of pieces) places.push(...(await ofPiece(piece, day)));
      return places;
    },
    prepare: (places) => places,
  });

  return {
    /** The counts of some places from a picture; null if there is none. */
    async pictured(
      places: Readonly<Record<string, unknown>>,
      waits?: () => void,
    ): Promise<(VisitCounts & { datosAl: string }) | null> {
      const taken = await byPlace(waits);
      if (!taken) return null;
      const matching = taken.value.filter((row) => isInPlace(places, row));
      const sum = (name: (typeof NAMES)[number]) => matching.reduce((all, row) => all + row[name], 0);
      const counts = Object.fromEntries(NAMES.map((name) => [name, sum(name)])) as Record<
        (typeof NAMES)[number],
        number
      >;
      return { ...counts, datosAl: taken.at.toISOString() };
    },

    async counted(scope: SQL[], day: string): Promise<VisitCounts> {
      const { sinNacimiento: _, ...reasons } = countsOn(day);
      const visits = await db
        .select(reasons)
        .from(nino)
        .where(and(due(day), ...scope));
      const withoutBirth = await db
        .select({ sinNacimiento: count() })
        .from(nino)
        .where(and(sqlOf(WITHOUT_BIRTH), ...scope));
      return { ...onlyRow(visits), ...onlyRow(withoutBirth) };
    },
  };
}
