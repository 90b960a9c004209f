import { today } from '#domain/calendar.ts';
import { isWithin } from '#domain/exchange/scopes.ts';
import { systemState } from '#domain/exchange/system-fields.ts';
import type { Reader } from '#server/calls/reader.ts';
import type { Origin } from '#server/journal/doer.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { SystemRepository, SystemUse } from './system-repository.ts';
import type { SystemRow } from './system-wire.ts';

/** The stored time of the last use lags behind by up to this time. */
const USE_NOTED_EVERY_MS = 60_000;

interface AccessParts {
  readonly systems: SystemRepository;
  readonly tokens: AccessTokens;
  readonly now: () => Date;
  readonly used: (use: SystemUse) => void;
}

export const mayRead = (system: SystemRow | undefined, now: Date): system is SystemRow =>
  system !== undefined && systemState(system, today(now)) === 'activo';

/** What a token and its system's row both allow: an administrator may have taken a part of a token's scope away. */
const sharedScopes = (some: readonly string[], others: readonly string[]): string[] => [
  ...new Set([...some.filter((scope) => isWithin(scope, others)), ...others.filter((scope) => isWithin(scope, some))]),
];

/** Finds the system of a token. Its row is read each time, so that what an administrator changes holds at once in every process. */
export function createSystemAccess({ systems, tokens, now, used }: AccessParts) {
  const noted = new Map<string, number>();
  const noteUse = (id: string, at: Date) => {
    if (at.getTime() - (noted.get(id) ?? Number.NEGATIVE_INFINITY) < USE_NOTED_EVERY_MS) return;
    noted.set(id, at.getTime());
    used({ id, at });
  };

  return async (token: string, origin: Origin): Promise<Reader | null> => {
    const granted = await tokens.verify(token);
    if (!granted) return null;
    const at = now();
    const system = await systems.find(granted.system);
    if (!mayRead(system, at) || system.epoca !== granted.epoch) return null;
    noteUse(system._id, at);
    return {
      doer: { id: system._id, origin },
      scopes: sharedScopes(granted.scopes, system.alcances),
      places: system.lugares?.map(({ provincia, canton }) => ({ provincia, canton: canton || null })) ?? null,
    };
  };
}
