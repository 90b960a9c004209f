import { availableParallelism } from 'node:os';
import { setImmediate as othersFirst } from 'node:timers/promises';
import { hash, hashRaw, verify } from '@node-rs/argon2';
import { createTurns } from '#server/base/turns.ts';

/** Argon2id with OWASP's minimum (19 MiB, 2 passes, 1 lane), the library's defaults written out. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Where the work is done: files and host names are read by the same threads, so one is left to them. */
const THREADS = Number(process.env.UV_THREADPOOL_SIZE) || 4;

/** How many passwords one process works on at once: one more than cores, for while one asks the database the others work. */
export const PASSWORDS_AT_ONCE = Math.max(1, Math.min(availableParallelism() + 1, THREADS - 1));

const turn = createTurns({
  atOnce: PASSWORDS_AT_ONCE,
  longestQueue: 1_000,
  longestWaitMs: 28_000,
});

let nobody: Promise<string> | undefined;

const tools = {
  hash: (password: string): Promise<string> => hash(password, OPTIONS),

  /** The same work over a salt that is known: what is looked for among several needs it once. */
  digest: async (text: string, salt: string): Promise<string> =>
    (await hashRaw(text, { ...OPTIONS, salt: Buffer.from(salt, 'base64url') })).toString('base64url'),

  /** Verifies against the given hash, or against nobody's, so that an unknown cedula takes the same time. */
  async verify(passwordHash: string | undefined, password: string): Promise<boolean> {
    nobody ??= hash('nobody has this password', OPTIONS);
    const matches = await verify(passwordHash ?? (await nobody), password);
    return matches && passwordHash !== undefined;
  },
};

/** What only somebody who has a turn may do. */
export type PasswordWork = typeof tools;

/**
 * Runs what hashes or verifies a password when its turn comes, and with it the queries it needs: the process works on
 * a few passwords at once, so that a flood of them leaves the rest of the application answering.
 * @param hasLeft whether nobody waits for the answer any more
 * @throws AppError unavailable after too long a wait, or before too long a queue
 */
export const inTurn = async <T>(
  work: (tools: PasswordWork) => Promise<T>,
  hasLeft: () => boolean = () => false,
): Promise<T> => {
  // Where a process is busy a client may be gone before its request is read. That it is gone is read in the next round after the request.
  await othersFirst();
  await othersFirst();
  return turn(() => work(tools), { hasLeft });
};

/** How many wait for their turn in this process. */
export const passwordTurnsWaiting = (): number => turn.waiting();

export const hashPassword = (password: string): Promise<string> => inTurn(({ hash }) => hash(password));
