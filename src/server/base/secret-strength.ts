import { deflateRawSync } from 'node:zlib';

const FEWEST_BYTES = 32;
const FEWEST_CHARACTERS = 10;
/** Different steps between neighbours: an alphabet or a row of digits has only one. */
const FEWEST_STEPS = 8;
/** After compression, which removes repetitions. */
const FEWEST_COMPRESSED_BYTES = 24;
const SAMPLE = /change.?(me|this|it)|cambia|secret|password|contrase|example|ejemplo|libreta|qwerty|asdfgh/i;

export const STRONG_SECRET_ADVICE = `debe tener al menos ${FEWEST_BYTES} bytes al azar; crea una con: openssl rand -base64 48`;

export function isStrongSecret(secret: string): boolean {
  const codes = [...secret].map((sign) => sign.codePointAt(0) as number);
  const steps = codes.slice(1).map((code, index) => code - (codes[index] as number));
  return (
    Buffer.byteLength(secret) >= FEWEST_BYTES &&
    new Set(codes).size >= FEWEST_CHARACTERS &&
    new Set(steps).size >= FEWEST_STEPS &&
    deflateRawSync(secret, { level: 9 }).length >= FEWEST_COMPRESSED_BYTES &&
    !SAMPLE.test(secret)
  );
}
