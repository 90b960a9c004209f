import type { ExchangeContext, ExchangedBooklet } from './exchanged-booklet.ts';
import { patientOf } from './patient.ts';
import type { Resource } from './r4.ts';

/** Every resource of a booklet, apart from those of accounts, places and the journal. */
export function resourcesOf(booklet: ExchangedBooklet, context: ExchangeContext): Resource[] {
  return [patientOf(booklet, context)];
}
