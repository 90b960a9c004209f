import { Secret, TOTP } from 'otpauth';

const ISSUER = 'Libreta Integral de Salud';
const SECRET_BYTES = 20;
const PERIOD_S = 30;
const CODE = /^[0-9]{6}$/;
const STEPS_AROUND = 1;

const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), period: PERIOD_S });

export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

export const enrolmentUri = (secret: string, cedula: string): string => totpOf(secret, cedula).toString();

/** @returns the time step of the code, or null if the code is not current */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  // The library compares bytes, and digits of other scripts have more of them.
  if (!CODE.test(code)) return null;
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: STEPS_AROUND });
  return delta === null ? null : TOTP.counter({ period: PERIOD_S, timestamp }) + delta;
}
