import { z } from 'zod';
import { boundedText } from '../bounded.ts';
import { NOT_NUMBER } from '../schema-messages.ts';

/** UUID versions 4 and 7, which a client may choose. */
const CHOSEN_UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const NOT_CHOSEN = 'Debe ser un UUID de versión 4 o 7';

export const chosenIdSchema = z
  .string({ error: NOT_CHOSEN })
  .regex(CHOSEN_UUID, NOT_CHOSEN)
  .transform((id) => id.toLowerCase())
  .nullish();

const MAX_VERSION = 2_147_483_647;
const isWhole = (version: number | string) =>
  typeof version === 'number' ? Number.isInteger(version) : /^\d+$/.test(version);

/** The version that an editor loaded; without it the row is replaced whatever its version. */
export const versionSchema = z
  .union([z.number(), boundedText({ notText: NOT_NUMBER, tooLong: NOT_NUMBER })], { error: NOT_NUMBER })
  .refine(isWhole, NOT_NUMBER)
  .transform(Number)
  // A version that the column cannot store becomes 0, which is always outdated.
  .transform((version) => (Math.abs(version) > MAX_VERSION ? 0 : version))
  .nullish();
