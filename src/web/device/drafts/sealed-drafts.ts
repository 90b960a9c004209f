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
  sealedAt,
} from '#web/lib/drafts.ts';
import { type DraftCopies, openDraftCopies } from './draft-copies.ts';

const NONCE_BYTES = 12;
/** When it was written, in the clear, for drafts of closed vaults expire too; then the sealed rest. */
const SEALED = /^(\d+)\.([\w-]+)$/;

/** What is sealed: where it belongs, and the draft as it stands elsewhere. */
interface Placed {
  place: string;
  draft: string;
}

const timeOf = (text: string | null) => sealedAt(text) ?? 0;
/** What stands for a draft that was removed: when it was written. */
const removedAt = (at: number) => `${at}.`;

/** What stands under a name; null where nothing does, or nothing can. */
function textAt(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * Removes a draft that was written at this time. A page that goes away at once may take the database's write along: localStorage
 * says that it was removed until the database does.
 */
async function forget(copies: DraftCopies, key: string, at: number): Promise<void> {
  const removed = removedAt(at);
  if (!putDraft(key, removed)) removeKey(key);
  if ((await copies.put(key, removed)) && textAt(key) === removed) removeKey(key);
}

/**
 * Has localStorage hold again what it lost with a page that was killed, and lose what came back with it. What it has otherwise, and
 * what is younger there, stays.
 */
async function bringBack(copies: DraftCopies): Promise<void> {
  for (const { nombre, texto } of await copies.all()) {
    const text = textAt(nombre);
    const here = timeOf(text);
    if (isExpired(timeOf(texto))) copies.remove(nombre);
    else if (here >= timeOf(texto) && text === removedAt(here)) await forget(copies, nombre, here);
    else if (!SEALED.test(texto)) {
      if (here <= timeOf(texto)) removeKey(nombre);
    } else if (timeOf(texto) > here && !putDraft(nombre, texto)) return;
  }
}

/**
 * Drafts are written while a page goes away, when nothing can be waited for: AES-256-GCM in the page itself, under names by AES-CMAC.
 * One that is put under another name, or given another time, is not read.
 */
export async function sealedDrafts({ id, usuario, borradores }: OpenVault): Promise<DraftKeeper> {
  const [content, names] = await Promise.all([
    derivedBits(borradores, 'borradores/contenido'),
    derivedBits(borradores, 'borradores/nombres'),
  ]);
  const begin = `${DRAFT_PREFIX}${id}.`;
  const keyOf = (place: string) => `${begin}${toText(Uint8Array.from(cmac(bytesOf(place), names)))}`;
  const cipher = (nonce: Uint8Array, key: string, at: number) => gcm(content, nonce, bytesOf(`${key}/${at}`));

  function unsealed(key: string): Placed | null {
    try {
      const [, at = '', sealed = ''] = SEALED.exec(localStorage.getItem(key) ?? '') ?? [];
      const bytes = fromText(sealed);
      const plain = cipher(bytes.slice(0, NONCE_BYTES), key, Number(at)).decrypt(bytes.slice(NONCE_BYTES));
      return JSON.parse(textOf(Uint8Array.from(plain))) as Placed;
    } catch {
      return null; // sealed elsewhere, changed since, or nothing at all
    }
  }

  const copies = await openDraftCopies(id);
  // Where localStorage is blocked nothing is kept in it, nor lost.
  await bringBack(copies).catch(() => undefined);

  /** When what this page wrote is from: localStorage may have had no room for it. */
  const written = new Map<string, number>();

  function remove(key: string): void {
    const at = Math.max(timeOf(textAt(key)), written.get(key) ?? 0);
    // Nothing is there; that something was removed is still known.
    if (at === 0) return;
    written.delete(key);
    void forget(copies, key, at);
  }

  return {
    user: usuario,
    seals: true,
    read(place) {
      const key = keyOf(place);
      const found = unsealed(key);
      const draft = found && parseDraft(found.draft);
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
      void copies.put(key, text);
      return putDraft(key, text);
    },
    remove: (place) => remove(keyOf(place)),
    removeWhere: (wanted) =>
      draftKeys(begin)
        .filter((key) => wanted(unsealed(key)?.place ?? ''))
        .forEach(remove),
    close: copies.close,
  };
}

/** Seals what she once left in the clear; where there is no room for both, it stays as it was. */
export function sealPlainDrafts(keeper: DraftKeeper): void {
  const begin = `${DRAFT_PREFIX}${keeper.user}.`;
  for (const key of draftKeys(begin)) {
    let draft = null;
    try {
      draft = parseDraft(localStorage.getItem(key) ?? '');
    } catch {
      // no draft
    }
    if (!draft || keeper.write(key.slice(begin.length), draft)) removeKey(key);
  }
}
