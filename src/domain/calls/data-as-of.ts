import { z } from 'zod';

/** The instant from which figures are that were not counted just now; what was written since may be missing from them. */
export const takenAt = z.iso.datetime().optional();
