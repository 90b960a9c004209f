import { z } from 'zod';
import type { Encryption } from './encryption.ts';
import { enrolmentUri, newSecret } from './time-codes.ts';

const ENROLMENT_TTL_MS = 30 * 60_000;

const sealed = z.object({ secreto: z.string(), hasta: z.number() });

/** A new password, other roles or a reset start another epoch. */
export interface EnrollingAccount {
  readonly id: string;
  readonly epoch: number;
  readonly cedula: string;
}

export type Enrolments = ReturnType<typeof createEnrolments>;

/** The client carries the sealed secret until a code confirms it: nothing is stored, and each attempt has a secret of its own. */
export function createEnrolments(
  { encrypt, decrypt }: Encryption,
  { now = () => new Date() }: { now?: (() => Date) | undefined } = {},
) {
  /** No row of the database has this owner, so an enrolment and a stored secret cannot stand in for each other. */
  const ownerOf = ({ id, epoch }: EnrollingAccount) => `alta ${id} ${epoch}`;

  return {
    begin(account: EnrollingAccount): { secreto: string; uri: string; sello: string } {
      const secreto = newSecret();
      const sello = encrypt(JSON.stringify({ secreto, hasta: now().getTime() + ENROLMENT_TTL_MS }), ownerOf(account));
      return { secreto, uri: enrolmentUri(secreto, account.cedula), sello };
    },

    /** @returns null for an enrolment that is expired, forged, of another account or of an earlier epoch */
    read(account: EnrollingAccount, sello: string): { secreto: string; uri: string; sello: string } | null {
      const text = decrypt(sello, ownerOf(account));
      if (text === null) return null;
      const { secreto, hasta } = sealed.parse(JSON.parse(text));
      return now().getTime() < hasta ? { secreto, uri: enrolmentUri(secreto, account.cedula), sello } : null;
    },
  };
}
