import { z } from 'zod';

/** The author of a record and the time of writing (ISO 8601). */
export const lastAuthorSchema = z.object({ nombre: z.string(), apellido: z.string(), momento: z.string() });
export type Author = z.output<typeof lastAuthorSchema>;

/** An account as others see it: nothing but the name. */
export const namedAccountSchema = z.object({ _id: z.string(), nombre: z.string(), apellido: z.string() });
export type NamedAccount = Readonly<z.output<typeof namedAccountSchema>>;
