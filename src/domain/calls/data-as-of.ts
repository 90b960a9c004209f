import { z } from 'zod';

/** The time of figures that were counted earlier; later writes may be missing. */
export const dataAsOfSchema = z.iso.datetime().optional();
