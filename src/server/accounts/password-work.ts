import { availableParallelism } from 'node:os';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { hash, hashRaw, verify } from '@node-rs/argon2';
import { createTurns } from '#server/base/turns.ts';

/** Argon2id with OWASP's minimum: 19 MiB, 2 passes, 1 lane. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Argon2 runs on the threads that also read files and resolve host names, so one thread is left to those. */
const THREADS = Number(process.env.UV_THREADPOOL_SIZE) || 4;

/** One more than the cores, since one task may be waiting for the database. */
export const PASSWORDS_AT_ONCE = Math.max(1, Math.min(availableParallelism() + 1, THREADS - 1));

export const PASSWORD_TURNS = { atOnce: PASSWORDS_AT_ONCE, longestQueue: 1_000, longestWaitMs: 28_000 };
const turn = createTurns(PASSWORD_TURNS);

let dummyHash: Promise<string> | undefined;

const tools = {
  hash: (password: string): Promise<string> => hash(password, OPTIONS),

  digest: async (text: string, salt: string): Promise<string> =>
    (await hashRaw(text, { ...OPTIONS, salt: Buffer.from(salt, 'base64url') })).toString('base64url'),

  /** Without a hash it verifies against a dummy, so that an unknown cedula takes the same time. */
  async verify(passwordHash: string | undefined, password: string): Promise<boolean> {
    dummyHash ??= hash('nobody has this password', OPTIONS);
    const matches = await verify(passwordHash ?? (await dummyHash), password);
    return matches && passwordHash !== undefined;
  },
};

export type PasswordWork = typeof tools;

/** Runs password work when a slot is free. @param hasLeft whether the client left @throws AppError unavailable if the queue is too long */
export const inTurn = async <T>(
  work: (tools: PasswordWork) => Promise<T>,
  hasLeft: () => boolean = () => false,
): Promise<T> => {
  // A busy process may read a request after its client left; the disconnection is read one round of the event loop later.
  await yieldToEventLoop();
  await yieldToEventLoop();
  const workLater = async () => {
    // Refusals answer at once from the embedded database: hundreds that arrived together would keep the event loop busy until the last.
    await yieldToEventLoop();
    return work(tools);
  };
  return turn(workLater, { hasLeft });
};

export const passwordTurnsWaiting = (): number => turn.waiting();

export const hashPassword = (password: string): Promise<string> => inTurn(({ hash }) => hash(password));
