import { cmac, gcm } from '@noble/ciphers/aes.js';
import { bytesOf, fromText, textOf, toText } from '#web/device/crypto/bytes.ts';
import { derivedBits, randomBytes } from '#web/device/crypto/cipher.ts';
import type { OpenVault } from '#web/device/shown/open-vault.ts';
import {
  DRAFT_PREFIX,
  type DraftKeeper,
  draftKeys,
  isExpired,
  parseDraft,
  putDraft,
  removeKey,
  sealedDraftTime,
} from '#web/lib/drafts.ts';
import { type DraftCopies, openDraftCopies } from './draft-copies.ts';
import { sealedNotes } from './sealed-notes.ts';

const NONCE_BYTES = 12;
/** The time is in the clear because drafts of closed vaults expire too. */
const SEALED = /^(\d+)\.([\w-]+)$/;

interface Placed {
  place: string;
  draft: string;
}

const timeOf = (text: string | null) => sealedDraftTime(text) ?? 0;
const removedAt = (at: number) => `${at}.`;

function textAt(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Marks the draft as removed in localStorage until the database has the removal: a page that unloads may lose the database's write. */
async function forget(copies: DraftCopies, key: string, at: number): Promise<void> {
  const removed = removedAt(at);
  if (!putDraft(key, removed)) removeKey(key);
  if ((await copies.put(key, removed)) && textAt(key) === removed) removeKey(key);
}

/** Restores drafts that localStorage lost when a page was killed, and removes drafts that reappeared; the newer text wins. @param noRoom receives those for which localStorage has no room */
async function bringBack(copies: DraftCopies, noRoom: Map<string, string>): Promise<void> {
  for (const { nombre, texto } of await copies.all()) {
    const text = textAt(nombre);
    const here = timeOf(text);
    if (isExpired(timeOf(texto))) copies.remove(nombre);
    else if (here >= timeOf(texto) && text === removedAt(here)) await forget(copies, nombre, here);
    else if (!SEALED.test(texto)) {
      if (here <= timeOf(texto)) removeKey(nombre);
    } else if (timeOf(texto) > here && !putDraft(nombre, texto)) noRoom.set(nombre, texto);
  }
}

/** Synchronous, because drafts are written while the page unloads: AES-256-GCM under AES-CMAC names; key and time are authenticated. */
export async function sealedDrafts(vault: OpenVault): Promise<DraftKeeper> {
  const { id, usuario, borradores } = vault;
  const [content, names] = await Promise.all([
    derivedBits(borradores, 'borradores/contenido'),
    derivedBits(borradores, 'borradores/nombres'),
  ]);
  const begin = `${DRAFT_PREFIX}${id}.`;
  const keyOf = (place: string) => `${begin}${toText(Uint8Array.from(cmac(bytesOf(place), names)))}`;
  const cipher = (nonce: Uint8Array, key: string, at: number) => gcm(content, nonce, bytesOf(`${key}/${at}`));

  /** Texts for which localStorage has no room, by key: apart from the database only this page has them. */
  const noRoom = new Map<string, string>();

  /** The later text counts: another page may have found room. */
  function latest(key: string): string | null {
    const [here, other = null] = [textAt(key), noRoom.get(key)];
    return timeOf(other) > timeOf(here) ? other : here;
  }

  function unsealed(key: string): Placed | null {
    try {
      const [, at = '', sealed = ''] = SEALED.exec(latest(key) ?? '') ?? [];
      const bytes = fromText(sealed);
      const plain = cipher(bytes.slice(0, NONCE_BYTES), key, Number(at)).decrypt(bytes.slice(NONCE_BYTES));
      return JSON.parse(textOf(Uint8Array.from(plain))) as Placed;
    } catch {
      return null; // sealed elsewhere, changed since, or nothing at all
    }
  }

  const copies = await openDraftCopies(id);
  await bringBack(copies, noRoom).catch(() => undefined);

  const written = new Map<string, number>();
  /** The times of the drafts that the database has. */
  const copied = new Map<string, number>();

  function remove(key: string): void {
    const at = Math.max(timeOf(latest(key)), written.get(key) ?? 0);
    // Without a draft there is nothing to remove, and a mark of removal stays.
    if (at === 0) return;
    written.delete(key);
    noRoom.delete(key);
    void forget(copies, key, at);
  }

  return {
    user: usuario,
    seals: true,
    read(place) {
      const key = keyOf(place);
      const placed = unsealed(key);
      const draft = placed && parseDraft(placed.draft);
      if (!draft) remove(key);
      return draft;
    },
    write(place, draft) {
      const key = keyOf(place);
      const nonce = randomBytes(NONCE_BYTES);
      const placed: Placed = { place, draft: JSON.stringify(draft) };
      const sealed = cipher(nonce, key, draft.at).encrypt(bytesOf(JSON.stringify(placed)));
      const text = `${draft.at}.${toText(Uint8Array.from([...nonce, ...sealed]))}`;
      written.set(key, draft.at);
      void copies.put(key, text).then((done) => done && copied.set(key, draft.at));
      noRoom.set(key, text);
      if (!putDraft(key, text)) return copied.get(key) === draft.at;
      noRoom.delete(key);
      return true;
    },
    remove(place) {
      removeKey(`${DRAFT_PREFIX}${usuario}.${place}`);
      remove(keyOf(place));
    },
    removeWhere: (wanted) =>
      [...draftKeys(begin), ...noRoom.keys()].filter((key) => wanted(unsealed(key)?.place ?? '')).forEach(remove),
    close: copies.close,
    notes: sealedNotes(vault),
  };
}

/** Seals the drafts that this account left in the clear, unless a later one is sealed; without room for both copies a draft stays as it is. */
export function sealPlainDrafts(keeper: DraftKeeper): void {
  const begin = `${DRAFT_PREFIX}${keeper.user}.`;
  for (const key of draftKeys(begin)) {
    let draft = null;
    try {
      draft = parseDraft(localStorage.getItem(key) ?? '');
    } catch {
      // not a draft
    }
    const place = key.slice(begin.length);
    const isOld = draft && (keeper.read(place)?.at ?? 0) > draft.at;
    if (!draft || isOld || keeper.write(place, draft)) removeKey(key);
  }
}
