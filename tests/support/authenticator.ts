import { Secret, TOTP } from 'otpauth';

const STEP_MS = 30_000;

/** The code of an authenticator application, offset by steps of 30 seconds. */
export const codeOf = (secret: string, now: Date | number = Date.now(), steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Number(now) + steps * STEP_MS });
