import { z } from 'zod';

/** Who wrote a record, and when (ISO). */
export const authorSchema = z.object({ nombre: z.string(), apellido: z.string(), momento: z.string() });
export type Author = z.output<typeof authorSchema>;
