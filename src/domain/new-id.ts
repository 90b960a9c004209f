import { v7 } from 'uuid';
import { now } from './clock.ts';

const MINUTE_MS = 60_000;

/**
 * The id of a new row: a UUID of version 7 (RFC 9562, 5.7) whose time is the beginning of a minute. Ids of one hour are neighbours in an index, and
 * devices receive them in fewer bytes than random ones (docs/decisions/2026-11-28-ids-by-time.md). It needs no secure context.
 * @param at milliseconds since 1970
 * @param random 16 bytes, for an id that can be made again
 */
export const newId = (at: number = now().getTime(), random?: Uint8Array): string =>
  v7({ msecs: at - (at % MINUTE_MS), ...(random && { random }) });
