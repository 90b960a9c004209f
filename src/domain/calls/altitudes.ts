import { z } from 'zod';
import { HAEMOGLOBIN_TABLES } from '../haemoglobin/altitude-adjustment.ts';
import { altitudeSchema } from '../haemoglobin/altitude-field.ts';
import { defineCall } from './define-call.ts';
import { withMessage } from './messages.ts';

const tag = 'altitudes';

const cantonAltitude = z.object({
  provincia: z.string(),
  canton: z.string(),
  altitud: z.number(),
});
export type CantonAltitude = z.output<typeof cantonAltitude>;

export const listAltitudes = defineCall({
  method: 'GET',
  path: '/api/altitudes',
  permission: 'booklet',
  tag,
  answer: z.object({ tabla: z.enum(HAEMOGLOBIN_TABLES), cantones: z.array(cantonAltitude) }),
});

export const saveAltitude = defineCall({
  method: 'PUT',
  path: '/api/altitudes/:provincia/:canton',
  permission: 'catalogs.write',
  tag,
  body: altitudeSchema,
  answer: withMessage(cantonAltitude),
});
