import { z } from 'zod';
import { text } from '#web/lib/search-fields.ts';

/** The address of a booklet: the open section; without one, the first. */
export const bookletSearch = z.object({ seccion: text });
export type BookletSearch = z.output<typeof bookletSearch>;
