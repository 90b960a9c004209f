import { z } from 'zod';
import type { Encryption } from './encryption.ts';
import { enrolmentUri, newSecret } from './time-codes.ts';

/** Long enough to install an application over a slow line. */
const ASKING_MS = 30 * 60_000;

const sealed = z.object({ secreto: z.string(), hasta: z.number() });

/** For whom an application is set up. Another password, other roles or a reset are another epoch. */
export interface Enrolling {
  readonly id: string;
  readonly epoch: number;
  readonly cedula: string;
}

export type Enrolments = ReturnType<typeof createEnrolments>;

/**
 * What an authenticator application is set up with. Each asking has a secret of its own, and the one who asked carries it, sealed:
 * nothing is kept on the server until a code confirms it, and whoever else knows the password gets another secret.
 */
export function createEnrolments(
  { encrypt, decrypt }: Encryption,
  { now = () => new Date() }: { now?: (() => Date) | undefined } = {},
) {
  /** No row of the database is for this owner, so that what is kept there is no asking, and an asking is nothing there. */
  const ownerOf = ({ id, epoch }: Enrolling) => `alta ${id} ${epoch}`;

  return {
    /** A new secret, and the same sealed for the sign-in that confirms it. */
    begin(who: Enrolling): { secreto: string; uri: string; sello: string } {
      const secreto = newSecret();
      const sello = encrypt(JSON.stringify({ secreto, hasta: now().getTime() + ASKING_MS }), ownerOf(who));
      return { secreto, uri: enrolmentUri(secreto, who.cedula), sello };
    },

    /** The asking that comes back; null for one that is too old, of somebody else, of an earlier epoch, or none. */
    read(who: Enrolling, sello: string): { secreto: string; uri: string; sello: string } | null {
      const text = decrypt(sello, ownerOf(who));
      if (text === null) return null;
      const { secreto, hasta } = sealed.parse(JSON.parse(text));
      return now().getTime() < hasta ? { secreto, uri: enrolmentUri(secreto, who.cedula), sello } : null;
    },
  };
}
