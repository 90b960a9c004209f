import { seesEverything } from '#domain/roles.ts';

/** Who acts: the signed-in user of a request. */
export interface Actor {
  readonly id: string;
  readonly cedula: string;
  readonly roles: readonly string[];
}

/** The creator a list is narrowed to, or null for those who see everything. */
export function ownOnly(actor: Actor): string | null {
  return seesEverything(actor.roles) ? null : actor.id;
}
