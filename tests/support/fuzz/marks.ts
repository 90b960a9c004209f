import type { RecordDefinition } from '#domain/records/define-record.ts';
import { type Body, setField } from '../factories.ts';

/** The owners of persons. */
export const OWNERS = ['brigadeOne', 'brigadeTwo', 'supervisor', 'administrator'] as const;
export type Owner = (typeof OWNERS)[number];

/** The roles that send requests. */
export const ROLES = ['nobody', 'user', ...OWNERS] as const;
export type Role = (typeof ROLES)[number];

const WORDS: Record<Owner, string> = {
  brigadeOne: 'CANARIAUNO',
  brigadeTwo: 'CANARIADOS',
  supervisor: 'CANARIATRES',
  administrator: 'CANARIACUATRO',
};
const MARK = new RegExp(`(?:${Object.values(WORDS).join('|')})[A-Z]*`, 'gi');
const TEN_DIGITS = /(?<!\d)\d{10}(?!\d)/g;
const IDS = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** Supervision sees all persons, a brigade its own, other roles none. */
const maySee = (role: Role, owner: Owner): boolean =>
  role === owner || role === 'supervisor' || role === 'administrator';

/** Marks the data of each owner, so that a leak to another role is recognised: words in texts, documents, and ids. */
export function createMarks() {
  const owners = new Map<string, Owner>();
  /** Accounts are separate, because a brigade may read names of supervisors in a history. */
  const staff = new Map<string, Owner>();
  let given = 0;

  const word = (owner: Owner): string => {
    given += 1;
    const letters = [...String(given)].map((digit) => String.fromCharCode(65 + Number(digit))).join('');
    return `${WORDS[owner]}${letters}`;
  };
  const document = (owner: Owner): string => {
    given += 1;
    const cedula = `1${String(OWNERS.indexOf(owner) + 6).repeat(4)}${String(given).padStart(5, '0')}`;
    owners.set(cedula, owner);
    return cedula;
  };
  const ownerOfWord = (word: string) => OWNERS.find((owner) => word.toUpperCase().startsWith(WORDS[owner]));
  const marksIn = (text: string): string[] => [
    ...(text.match(MARK) ?? []),
    ...(text.match(TEN_DIGITS) ?? []),
    ...(text.match(IDS) ?? []),
  ];
  const isHidden = (mark: string, role: Role): boolean => {
    const key = mark.toLowerCase();
    const owner = ownerOfWord(mark) ?? owners.get(key);
    if (owner) return !maySee(role, owner);
    const member = staff.get(key);
    if (!member || maySee(role, member)) return false;
    return !role.startsWith('brigade') || member.startsWith('brigade');
  };

  return {
    /** Fills every text field with a word and every document field with a document of the owner. */
    mark(definition: RecordDefinition, body: Body, owner: Owner): Body {
      for (const [name, field] of Object.entries(definition.fields))
        if (field.kind === 'text') setField(definition, body, name, field.document ? document(owner) : word(owner));
      return body;
    },
    own: (id: string, owner: Owner) => owners.set(id.toLowerCase(), owner),
    ownAccount: (text: string, owner: Owner) => staff.set(text.toLowerCase(), owner),
    ownerOf: (id: string) => owners.get(id.toLowerCase()),
    isOf: (mark: string, owner: Owner) => (ownerOfWord(mark) ?? owners.get(mark)) === owner,
    /** Marks in this text that the role may not see and did not send itself. */
    leaked(text: string, role: Role, sent: string): string[] {
      const hidden = new Set(marksIn(text).filter((mark) => isHidden(mark, role)));
      const sentText = sent.toLowerCase();
      return [...hidden].filter((mark) => !sentText.includes(mark.toLowerCase()));
    },
    /** Marks of any person; a log may contain none. */
    personal: (text: string): string[] =>
      marksIn(text).filter((mark) => ownerOfWord(mark) !== undefined || (/^\d+$/.test(mark) && owners.has(mark))),
  };
}
export type Marks = ReturnType<typeof createMarks>;
