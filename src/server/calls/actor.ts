import { type RoleName, seesEverything } from '#domain/roles.ts';
import type { Origin } from '#server/journal/doer.ts';

/** Who acts: the signed-in user of a request, and where it came from. */
export interface Actor {
  readonly id: string;
  readonly cedula: string;
  readonly roles: readonly string[];
  /** The session in which it is done; null for what no request does. */
  readonly session: string | null;
  readonly origin: Origin | null;
}

/** The creator a list is narrowed to, or null for those who see everything. */
export function ownOnly(actor: Actor): string | null {
  return seesEverything(actor.roles) ? null : actor.id;
}

const SEES_ALL: readonly RoleName[] = ['ROLE_SUPERVISOR'];

/** The same person, for what is written in her name though she does not see it any more. */
export const seeingAll = (actor: Actor): Actor => ({ ...actor, roles: SEES_ALL });
