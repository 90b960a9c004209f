import { deflateRawSync } from 'node:zlib';

const FEWEST_BYTES = 32;
/** Chance gives 32 hexadecimal digits fewer once in some ten thousand times. */
const FEWEST_CHARACTERS = 10;
/** Between neighbours: an alphabet or a row of digits goes up by one all the time. */
const FEWEST_STEPS = 8;
/** Of what is left once repetitions are told by a reference to the first time. */
const FEWEST_COMPRESSED_BYTES = 24;
/** What people copy from examples; by chance one of these stands in one of many million secrets. */
const SAMPLE = /change.?(me|this|it)|cambia|secret|password|contrase|example|ejemplo|libreta|qwerty|asdfgh/i;

/** What a secret must be, for a person who has to make one. */
export const SECRET_ADVICE = `debe tener al menos ${FEWEST_BYTES} bytes al azar; crea una con: openssl rand -base64 48`;

/** Whether a text may sign sessions: long, and not made by hand so that it can be guessed. */
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
