import { DEFAULT_SIGNUP_LIMITS } from '#server/base/config.ts';
import type { Db } from '#server/db/connect.ts';
import { networkOf } from './network.ts';
import { createTries, DAY_MS, type Limit, type Subject } from './tries.ts';

/** How many in 15 minutes. */
const FAILURES_PER_ACCOUNT_AND_ADDRESS = 10;
const FAILURES_PER_ADDRESS = 100;
const FAILURES_PER_ACCOUNT = 100;
const WRONG_CURRENT_PASSWORDS = 10;
/** Of a day. Then each further one has to wait twice as long as the one before, from a quarter of an hour on. */
const FREE_CODES = 30;
const FIRST_WAIT_MS = 15 * 60_000;
/** A code is one of a million, and three hold at a time: so many a day are a chance of one in 8,000 a day, and of one half in 15 years. */
const CODES_PER_DAY = 40;
/** A network from which somebody signed in with a code is known for so long. */
const KNOWN_NETWORK_MS = 30 * DAY_MS;
const WRONG_TICKETS = 100;
const CONTACTS_OF_UNKNOWN_DEVICES = 100;
/** A device says that it is there whenever its page is loaded. */
const CONTACTS_OF_A_DEVICE = 300;
const RETRIES_PER_ID_AND_ADDRESS = 10;
const RETRIES_PER_ADDRESS = 100;

export type SignupLimits = typeof DEFAULT_SIGNUP_LIMITS;

/** A password that is about to be verified. It counts when it turns out to be wrong, not before. */
export interface PasswordTry {
  /** @throws AppError tooManyTries */
  check(): Promise<void>;
  failed(): Promise<void>;
  succeeded(): Promise<void>;
}

/** @param times of the wrong codes of a day, newest first @returns until when no other may be tried; 0 where one may */
function codesOpenAgain(times: readonly number[]): number {
  const [newest] = times;
  if (newest === undefined || times.length < FREE_CODES) return 0;
  const wait = Math.min(DAY_MS, FIRST_WAIT_MS * 2 ** (times.length - FREE_CODES));
  const oldest = times[CODES_PER_DAY - 1];
  return Math.max(newest + wait, oldest === undefined ? 0 : oldest + DAY_MS);
}

export type AccountLimits = ReturnType<typeof createAccountLimits>;

/** How often in 15 minutes strangers may try what costs work or could guess something. */
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

  const ofUser = (what: string, userId: string, most: number): PasswordTry => {
    const subject = [what, userId] as const;
    return {
      check: async () => tries.refuseUntil((await tries.closedUntil({ subject, most }))[0]),
      failed: () => tries.note(subject),
      succeeded: () => tries.forget(subject),
    };
  };

  return {
    /**
     * Failures close the account for the address they come from, and the address. Those of all addresses together
     * close the account only to addresses that failed on it: its owner elsewhere is never locked out by strangers.
     */
    signIn(cedula: string, address: string): PasswordTry {
      const network = networkOf(address);
      const both = ['account and address', cedula, network] as const;
      const anyAccount = ['address', network] as const;
      const anyAddress = ['account', cedula] as const;
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
        // Not the address's count: whoever has an account of their own must not guess others' for ever.
        succeeded: async () => {
          if (failedHere) await tries.forget(both);
        },
      };
    },

    /** The current password, asked for before it is changed. */
    ownPassword: (userId: string) => ofUser('current password', userId, WRONG_CURRENT_PASSWORDS),

    /**
     * The code of a second step. Wrong ones are counted for a day: those of each device that keeps something of the account, and of each
     * network from which it was entered with a code lately, by themselves; those of all other places together. So somebody who knows the
     * password can use up the tries of other places, and the owner still gets in where she always does. Another password begins anew.
     */
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
          const until = codesOpenAgain(await tries.ofDay(await subject(), CODES_PER_DAY));
          if (until > now().getTime()) tries.refuseUntil(until);
        },
        failed: async () => tries.noteFor(DAY_MS, await subject()),
        async succeeded() {
          const [kind] = await subject();
          // The tries of other places stay counted: each sign-in of the owner would give strangers another thirty.
          if (kind !== 'codes') await tries.forget(await subject());
          await tries.forget(entered);
          await tries.noteFor(KNOWN_NETWORK_MS, entered);
        },
      };
    },

    /**
     * Counts a ticket that is none: for its address, and for a device that is known for the device alone, so that an office whose tickets
     * are too old closes nothing. A right one is never asked about this.
     * @throws AppError tooManyTries
     */
    wrongTicket: (from: { address: string } | { device: string }) =>
      count({
        subject:
          'device' in from ? ['tickets of a device', from.device] : ['tickets of an address', networkOf(from.address)],
        most: WRONG_TICKETS,
      }),

    /**
     * Counts a device that says it is there: for its address where it is not known, otherwise for the device alone, so that an office full
     * of tablets closes nothing.
     * @throws AppError tooManyTries
     */
    contact: (from: { address: string } | { device: string }) =>
      'device' in from
        ? count({ subject: ['contacts of a device', from.device], most: CONTACTS_OF_A_DEVICE })
        : count({
            subject: ['contacts of an address', networkOf(from.address)],
            most: CONTACTS_OF_UNKNOWN_DEVICES,
          }),

    /** Counts a signup. @throws AppError tooManyTries */
    signup: (address: string) =>
      count(
        { subject: ['signups of an address', networkOf(address)], most: signups.address },
        { subject: ['signups'], most: signups.total },
      ),

    /** Counts the creation of an account under an id that is taken. @throws AppError tooManyTries */
    repeatedCreation: (id: string, address: string) =>
      count(
        { subject: ['repeated creation', id, networkOf(address)], most: RETRIES_PER_ID_AND_ADDRESS },
        { subject: ['repeated creations of an address', networkOf(address)], most: RETRIES_PER_ADDRESS },
      ),
  };
}
