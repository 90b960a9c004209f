import type { CantonAltitude } from '#domain/calls/altitudes.ts';
import { CANTON_ALTITUDES } from '#domain/haemoglobin/canton-altitudes.ts';
import { cantonsOf, PROVINCES, TERRITORY } from '#domain/territory.ts';
import type { Db } from '#server/db/connect.ts';
import { altitudCanton } from '#server/db/schema.ts';

export type AltitudeRepository = ReturnType<typeof createAltitudeRepository>;

const codeOf = (provincia: string, canton: string) => TERRITORY[provincia]?.cantones[canton] ?? '';

/** The altitude of every canton: the approximate one of the domain, or what an administrator entered instead. */
export function createAltitudeRepository(db: Db) {
  return {
    /** All of them, in INEC's order. */
    async list(): Promise<CantonAltitude[]> {
      const entered = new Map((await db.select().from(altitudCanton)).map(({ canton, altitud }) => [canton, altitud]));
      return PROVINCES.flatMap((provincia) =>
        cantonsOf(provincia).map((canton) => {
          const altitud = entered.get(codeOf(provincia, canton)) ?? CANTON_ALTITUDES[provincia]?.[canton] ?? 0;
          return { provincia, canton, altitud };
        }),
      );
    },

    /** @param provincia and canton as the territory spells them */
    async replace({ provincia, canton, altitud }: CantonAltitude): Promise<void> {
      await db
        .insert(altitudCanton)
        .values({ canton: codeOf(provincia, canton), altitud })
        .onConflictDoUpdate({ target: altitudCanton.canton, set: { altitud } });
    },
  };
}
