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
