import { z } from 'zod';
import { ROLE_NAMES } from '#domain/roles.ts';
import { list, oneOf } from '#web/lib/search-fields.ts';

/** The address of /admin. */
export const userSearch = z.object({ ...list, rol: oneOf(ROLE_NAMES) });
export type UserSearch = z.output<typeof userSearch>;
