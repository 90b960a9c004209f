import { z } from 'zod';

/** The time of figures that were counted earlier; later writes may be missing. */
export const takenAt = z.iso.datetime().optional();
