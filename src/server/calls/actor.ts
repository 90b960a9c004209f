import { type RoleName, seesEverything } from '#domain/roles.ts';
import type { Origin } from '#server/journal/doer.ts';

export interface Actor {
  readonly id: string;
  readonly cedula: string;
  readonly roles: readonly string[];
  readonly session: string | null;
  readonly origin: Origin | null;
}

/** The creator that a list is restricted to; null for accounts that see everything. */
export function visibleCreator(actor: Actor): string | null {
  return seesEverything(actor.roles) ? null : actor.id;
}

const SEES_ALL: readonly RoleName[] = ['ROLE_SUPERVISOR'];

/** For writes in the name of an account that no longer sees the person. */
export const seeingAll = (actor: Actor): Actor => ({ ...actor, roles: SEES_ALL });
