import { newPassword } from '#domain/accounts.ts';
import { DEFAULT_MAX_LENGTH, foldText } from '#domain/text.ts';
import type { CommonPasswords } from './common-list.ts';

/** The account's data as typed or sent: each value may have any type. */
export type PasswordOwner = Readonly<Partial<Record<'nombre' | 'apellido' | 'cedula', unknown>>>;

/** Shorter parts of a name ("de", "la") occur in many passwords by chance. */
const SHORTEST_PART = 3;

/** "María José" → maria, jose; a name with short parts only ("Li Wu") as a whole. */
function partsOf(name: unknown): string[] {
  if (typeof name !== 'string') return [];
  const parts = foldText(name.slice(0, DEFAULT_MAX_LENGTH)).match(/\p{L}+/gu) ?? [];
  const long = parts.filter((part) => part.length >= SHORTEST_PART);
  return long.length > 0 ? long : [parts.join('')].filter((whole) => whole.length >= SHORTEST_PART);
}

const cedulaOf = (cedula: unknown): string[] => /^\d{10}$/.exec(typeof cedula === 'string' ? cedula.trim() : '') ?? [];

/** Whether it meets the specification's rule; other passwords are refused anyway. */
export const meetsPasswordRule = (password: unknown): password is string => newPassword.safeParse(password).success;

export function isEasyPassword(password: unknown, owner: PasswordOwner, common: CommonPasswords): boolean {
  if (!meetsPasswordRule(password)) return false;
  const folded = foldText(password);
  const own = [...cedulaOf(owner.cedula), ...partsOf(owner.nombre), ...partsOf(owner.apellido)];
  return common.has(folded) || own.some((part) => folded.includes(part));
}
