import { DEFAULT_SIGNUP_LIMITS } from '#server/base/config.ts';
import type { Db } from '#server/db/connect.ts';
import { networkOf } from './network.ts';
import { createTries, DAY_MS, type Limit, type Subject } from './tries.ts';

/** Limits per 15 minutes. */
const FAILURES_PER_ACCOUNT_AND_ADDRESS = 10;
const FAILURES_PER_ADDRESS = 100;
const FAILURES_PER_ACCOUNT = 100;
const WRONG_CURRENT_PASSWORDS = 10;
/** Wrong codes per day without a wait; each further one waits twice as long as the one before, starting at FIRST_WAIT_MS. */
const FREE_CODES = 30;
const FIRST_WAIT_MS = 15 * 60_000;
/** Three of a million codes are valid at a time: 40 guesses a day succeed with a chance of 1/8,000 a day, of one half in 15 years. */
const CODES_PER_DAY = 40;
const TRUSTED_NETWORK_MS = 30 * DAY_MS;
const WRONG_TICKETS = 100;
const CONTACTS_OF_UNKNOWN_DEVICES = 100;
const CONTACTS_OF_A_DEVICE = 300;
const RETRIES_PER_ID_AND_ADDRESS = 10;
const RETRIES_PER_ADDRESS = 100;

export type SignupLimits = typeof DEFAULT_SIGNUP_LIMITS;

/** An attempt to enter; it is counted only when the password or signature turns out to be wrong. */
export interface PasswordTry {
  check(): Promise<void>;
  failed(): Promise<void>;
  succeeded(): Promise<void>;
}

/** The subjects under which failures to enter are counted. */
interface EntrySubjects {
  readonly both: string;
  readonly address: string;
  readonly account: string;
}
const ACCOUNT_SUBJECTS: EntrySubjects = { both: 'account and address', address: 'address', account: 'account' };
const SYSTEM_SUBJECTS: EntrySubjects = {
  both: 'system and address',
  address: 'address of systems',
  account: 'system',
};

/** @param times wrong codes of one day, newest first @returns the instant until which no code is accepted; 0 if one is now */
function codesClosedUntil(times: readonly number[]): number {
  const [newest] = times;
  if (newest === undefined || times.length < FREE_CODES) return 0;
  const wait = Math.min(DAY_MS, FIRST_WAIT_MS * 2 ** (times.length - FREE_CODES));
  const oldest = times[CODES_PER_DAY - 1];
  return Math.max(newest + wait, oldest === undefined ? 0 : oldest + DAY_MS);
}

export type AccountLimits = ReturnType<typeof createAccountLimits>;

export function createAccountLimits(
  db: Db,
  {
    signups = DEFAULT_SIGNUP_LIMITS,
    now = () => new Date(),
  }: { signups?: SignupLimits | undefined; now?: (() => Date) | undefined } = {},
) {
  const tries = createTries(db, now);

  const count = async (...limits: [Limit, ...Limit[]]) => {
    tries.refuseUntil(Math.max(...(await tries.closedUntil(...limits))));
    await tries.note(...limits.map(({ subject }) => subject));
  };

  /** Failures from other addresses close an account only to addresses that also failed on it, so strangers cannot lock its owner out. */
  const entering = (kinds: EntrySubjects, name: string, address: string): PasswordTry => {
    const network = networkOf(address);
    const both = [kinds.both, name, network] as const;
    const anyAccount = [kinds.address, network] as const;
    const anyAddress = [kinds.account, name] as const;
    let failedHere = true;
    return {
      async check() {
        const [bothUntil, addressUntil, accountUntil, failedHereUntil] = await tries.closedUntil(
          { subject: both, most: FAILURES_PER_ACCOUNT_AND_ADDRESS },
          { subject: anyAccount, most: FAILURES_PER_ADDRESS },
          { subject: anyAddress, most: FAILURES_PER_ACCOUNT },
          { subject: both, most: 1 },
        );
        tries.refuseUntil(Math.max(bothUntil, addressUntil, Math.min(accountUntil, failedHereUntil)));
        failedHere = failedHereUntil > 0;
      },
      failed: () => tries.note(both, anyAccount, anyAddress),
      // The address's count stays: otherwise the owner of one account could guess other passwords from it without limit.
      succeeded: async () => {
        if (failedHere) await tries.forget(both);
      },
    };
  };

  const ofUser = (kind: string, userId: string, most: number): PasswordTry => {
    const subject = [kind, userId] as const;
    return {
      check: async () => tries.refuseUntil((await tries.closedUntil({ subject, most }))[0]),
      failed: () => tries.note(subject),
      succeeded: () => tries.forget(subject),
    };
  };

  return {
    signIn: (cedula: string, address: string) => entering(ACCOUNT_SUBJECTS, cedula, address),

    /** The same for a system by its client id; counted apart, so that a system closes nothing for the people of its network. */
    systemSignIn: (client: string, address: string) => entering(SYSTEM_SUBJECTS, client, address),

    ownPassword: (userId: string) => ofUser('current password', userId, WRONG_CURRENT_PASSWORDS),

    /** Known devices and recently used networks each have a count; all other places share one, so a stranger cannot lock the owner out. */
    code({ id, epoch }: { id: string; epoch: number }, address: string, device: string | null): PasswordTry {
      const network = networkOf(address);
      const entered = ['entered with a code', id, network] as const;
      let place: Promise<Subject> | undefined;
      const placeOf = async (): Promise<Subject> => {
        if (device !== null) return ['codes of a device', id, `${epoch}`, device];
        if (await tries.isNoted(entered)) return ['codes of a network', id, `${epoch}`, network];
        return ['codes', id, `${epoch}`];
      };
      const subject = () => {
        place ??= placeOf();
        return place;
      };
      return {
        async check() {
          const until = codesClosedUntil(await tries.ofDay(await subject(), CODES_PER_DAY));
          if (until > now().getTime()) tries.refuseUntil(until);
        },
        failed: async () => tries.noteFor(DAY_MS, await subject()),
        async succeeded() {
          const [kind] = await subject();
          // Failures at other places stay counted, or each sign-in of the owner would give strangers 30 more tries.
          if (kind !== 'codes') await tries.forget(await subject());
          await tries.forget(entered);
          await tries.noteFor(TRUSTED_NETWORK_MS, entered);
        },
      };
    },

    /** Counts an invalid ticket; a known device is counted alone, so that it closes nothing for its office. @throws AppError tooManyTries */
    wrongTicket: (from: { address: string } | { device: string }) =>
      count({
        subject:
          'device' in from ? ['tickets of a device', from.device] : ['tickets of an address', networkOf(from.address)],
        most: WRONG_TICKETS,
      }),

    /** Counts a contact; a known device is counted alone, so that an office full of tablets closes nothing. @throws AppError tooManyTries */
    contact: (from: { address: string } | { device: string }) =>
      'device' in from
        ? count({ subject: ['contacts of a device', from.device], most: CONTACTS_OF_A_DEVICE })
        : count({
            subject: ['contacts of an address', networkOf(from.address)],
            most: CONTACTS_OF_UNKNOWN_DEVICES,
          }),

    signup: (address: string) =>
      count(
        { subject: ['signups of an address', networkOf(address)], most: signups.address },
        { subject: ['signups'], most: signups.total },
      ),

    repeatedCreation: (id: string, address: string) =>
      count(
        { subject: ['repeated creation', id, networkOf(address)], most: RETRIES_PER_ID_AND_ADDRESS },
        { subject: ['repeated creations of an address', networkOf(address)], most: RETRIES_PER_ADDRESS },
      ),
  };
}
