import { z } from 'zod';
import { boundedText } from '../bounded.ts';
import { NOT_NUMBER } from '../schema-messages.ts';

/** Versions 4 and 7, the ones a client may choose. */
const CHOSEN = /^[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const NOT_CHOSEN = 'Debe ser un UUID de versión 4 o 7';

/** The id a client chose for what it creates, lower case; undefined when it chose none. */
export const chosenIdSchema = z
  .string({ error: NOT_CHOSEN })
  .regex(CHOSEN, NOT_CHOSEN)
  .transform((id) => id.toLowerCase())
  .nullish();

const LARGEST_VERSION = 2_147_483_647;
const isWhole = (version: number | string) =>
  typeof version === 'number' ? Number.isInteger(version) : /^\d+$/.test(version);

/** The version of a row that an editor saw; absent, the row is replaced whatever its version. */
export const versionSchema = z
  .union([z.number(), boundedText({ notText: NOT_NUMBER, tooLong: NOT_NUMBER })], { error: NOT_NUMBER })
  .refine(isWhole, NOT_NUMBER)
  .transform(Number)
  // No row has a version below 1: what the column cannot hold is outdated too.
  .transform((version) => (Math.abs(version) > LARGEST_VERSION ? 0 : version))
  .nullish();
