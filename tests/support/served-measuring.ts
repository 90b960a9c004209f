import { getOwnMeasuring } from '#domain/calls/measuring.ts';
import { noCounts } from '#domain/quality/counts.ts';
import { measuringOf } from '#domain/quality/figures.ts';
import { answering } from './answering.ts';

/** A fake answer about the account's own controls, of which a tenth is shorter than the one before. */
export const servedMeasuring = (controles: number) =>
  answering(getOwnMeasuring, ({ query }) => ({
    ...{ desde: String(query?.desde ?? '') || null, hasta: null, pendientes: 0 },
    ...measuringOf({ ...noCounts(), controles, comparados: controles, acortados: controles / 10 }, 0),
  }));
