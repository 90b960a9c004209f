import type { Doer } from '#server/journal/doer.ts';

/** A province, or one of its cantons. */
export interface SeenPlace {
  readonly provincia: string;
  /** Null for the whole province. */
  readonly canton: string | null;
}

/** Who reads /fhir or the figures for DHIS2: a registered system, or an administrator in a session. */
export interface Reader {
  readonly doer: Doer;
  readonly scopes: readonly string[];
  /** Null if the reader sees every place. */
  readonly places: readonly SeenPlace[] | null;
}

/** Whether places include a place: a whole province includes its cantons. Null includes every place. */
export const includesPlace = (
  places: readonly SeenPlace[] | null,
  { provincia, canton }: { readonly [K in keyof SeenPlace]: string | null },
): boolean =>
  places === null ||
  places.some((place) => place.provincia === provincia && (place.canton === null || place.canton === canton));
