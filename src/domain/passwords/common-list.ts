export type CommonPasswords = ReadonlySet<string>;

/** What `scripts/pack-common-passwords.mjs` wrote: a capital letter for how much of the word before is repeated, then the rest. */
function unpack(packed: string): Set<string> {
  const words = new Set<string>();
  let word = '';
  for (const [, same = 'A', rest = ''] of packed.matchAll(/([A-Z])([^A-Z]*)/g)) {
    word = word.slice(0, same.charCodeAt(0) - 65) + rest;
    words.add(word);
  }
  return words;
}

let loaded: Promise<CommonPasswords> | undefined;

/**
 * The common passwords that our own rule lets through, folded: 15 kB, fetched when first asked for.
 * @throws when they cannot be fetched; the next call tries again
 */
export function loadCommonPasswords(): Promise<CommonPasswords> {
  if (loaded) return loaded;
  const words = import('./common-passwords.ts').then(({ packed }) => unpack(packed));
  loaded = words;
  words.catch(() => {
    loaded = undefined;
  });
  return words;
}
