import { listAltitudes } from '#domain/calls/altitudes.ts';
import { call } from '#web/lib/call.ts';
import type { AltitudeSource } from './booklet-source.ts';

export const remoteAltitudes: AltitudeSource = { altitudes: (reading) => call(listAltitudes, {}, reading) };
