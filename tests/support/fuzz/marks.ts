import type { RecordDefinition } from '#domain/records/define-record.ts';
import { type Body, setField } from '../factories.ts';

/** Whose people there are. */
export const OWNERS = ['brigadeOne', 'brigadeTwo', 'supervisor', 'administrator'] as const;
export type Owner = (typeof OWNERS)[number];

/** Who asks. */
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

/** Supervision sees everybody, a brigade those it recorded, others nobody. */
const maySee = (role: Role, owner: Owner): boolean =>
  role === owner || role === 'supervisor' || role === 'administrator';

/** What is somebody's and may be told to nobody else: words in every text, documents and ids of people and records. */
export function createMarks() {
  const owners = new Map<string, Owner>();
  /** Of accounts: supervision's names stand in histories that a brigade may read. */
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
  const ownerOfWord = (found: string) => OWNERS.find((owner) => found.toUpperCase().startsWith(WORDS[owner]));
  const found = (text: string): string[] => [
    ...(text.match(MARK) ?? []),
    ...(text.match(TEN_DIGITS) ?? []),
    ...(text.match(IDS) ?? []),
  ];
  const isHidden = (mark: string, role: Role): boolean => {
    const known = mark.toLowerCase();
    const owner = ownerOfWord(mark) ?? owners.get(known);
    if (owner) return !maySee(role, owner);
    const member = staff.get(known);
    if (!member || maySee(role, member)) return false;
    return !role.startsWith('brigade') || member.startsWith('brigade');
  };

  return {
    /** Every text that anybody may write, and every document, marked as the owner's. */
    mark(definition: RecordDefinition, body: Body, owner: Owner): Body {
      for (const [name, field] of Object.entries(definition.fields))
        if (field.kind === 'text') setField(definition, body, name, field.document ? document(owner) : word(owner));
      return body;
    },
    own: (id: string, owner: Owner) => owners.set(id.toLowerCase(), owner),
    ownAccount: (text: string, owner: Owner) => staff.set(text.toLowerCase(), owner),
    ownerOf: (id: string) => owners.get(id.toLowerCase()),
    isOf: (mark: string, owner: Owner) => (ownerOfWord(mark) ?? owners.get(mark)) === owner,
    /** What of this text the role may not see, unless it said so itself. */
    leaked(text: string, role: Role, sent: string): string[] {
      const hidden = new Set(found(text).filter((mark) => isHidden(mark, role)));
      const said = sent.toLowerCase();
      return [...hidden].filter((mark) => !said.includes(mark.toLowerCase()));
    },
    /** Every word or document of a person, whoever sees it: a log may hold none. */
    personal: (text: string): string[] =>
      found(text).filter((mark) => ownerOfWord(mark) !== undefined || (/^\d+$/.test(mark) && owners.has(mark))),
  };
}
export type Marks = ReturnType<typeof createMarks>;
