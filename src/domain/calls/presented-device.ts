import { z } from 'zod';
import { UUID } from '../uuid.ts';

const SAY = {
  device: 'Debe ser el id de un equipo',
  secret: 'Debe ser el secreto del equipo',
} as const;

/** 32 bytes in base64url, as devices and the server make them. */
export const bytes32 = (message: string) => z.string({ error: message }).regex(/^[\w-]{43}$/, message);

const deviceId = z
  .string({ error: SAY.device })
  .regex(UUID, SAY.device)
  .transform((id) => id.toLowerCase());

/** By which the server knows a device, whoever uses it: its id and a secret that it made itself. */
export const presentedDevice = { equipo: deviceId, secreto: bytes32(SAY.secret) };
