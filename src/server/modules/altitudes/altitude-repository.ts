import { eq } from 'drizzle-orm';
import type { CantonAltitude } from '#domain/calls/altitudes.ts';
import { CANTON_ALTITUDES } from '#domain/haemoglobin/canton-altitudes.ts';
import { cantonsOf, PROVINCES, TERRITORY } from '#domain/territory.ts';
import type { Actor } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { altitudCanton } from '#server/db/schema.ts';
import { note } from '#server/journal/entries.ts';

export type AltitudeRepository = ReturnType<typeof createAltitudeRepository>;

const codeOf = (provincia: string, canton: string) => TERRITORY[provincia]?.cantones[canton] ?? '';

const altitudeOf = (provincia: string, canton: string) => CANTON_ALTITUDES[provincia]?.[canton] ?? 0;

/** The altitude of every canton: approximate, or as an administrator entered it. */
export function createAltitudeRepository(db: Db) {
  return {
    async list(): Promise<CantonAltitude[]> {
      const entered = new Map((await db.select().from(altitudCanton)).map(({ canton, altitud }) => [canton, altitud]));
      return PROVINCES.flatMap((provincia) =>
        cantonsOf(provincia).map((canton) => {
          const altitud = entered.get(codeOf(provincia, canton)) ?? altitudeOf(provincia, canton);
          return { provincia, canton, altitud };
        }),
      );
    },

    /** @param provincia and canton as the territory spells them */
    replace: (actor: Actor, { provincia, canton, altitud }: CantonAltitude): Promise<void> =>
      db.transaction(async (inside) => {
        const code = codeOf(provincia, canton);
        const entered = eq(altitudCanton.canton, code);
        const [before] = await inside.select().from(altitudCanton).where(entered).for('update');
        await inside
          .insert(altitudCanton)
          .values({ canton: code, altitud })
          .onConflictDoUpdate({ target: altitudCanton.canton, set: { altitud } });
        const noted = (meters: number) => ({ provincia, canton, altitud: meters });
        const contents = { before: noted(before?.altitud ?? altitudeOf(provincia, canton)), after: noted(altitud) };
        await note(inside, actor, { action: 'editar', kind: 'altitud', ...contents });
      }),
  };
}
