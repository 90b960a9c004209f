import { z } from 'zod';
import { UUID } from '../uuid.ts';

const MESSAGES = {
  device: 'Debe ser el id de un equipo',
  secret: 'Debe ser el secreto del equipo',
} as const;

export const bytes32 = (message: string) => z.string({ error: message }).regex(/^[\w-]{43}$/, message);

const deviceId = z
  .string({ error: MESSAGES.device })
  .regex(UUID, MESSAGES.device)
  .transform((id) => id.toLowerCase());

export const presentedDevice = { equipo: deviceId, secreto: bytes32(MESSAGES.secret) };
