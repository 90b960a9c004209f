export type CommonPasswords = ReadonlySet<string>;

/** Decodes the list of `scripts/pack-common-passwords.mjs`: a capital letter gives the length of the prefix shared with the word before. */
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

/** Common passwords that pass the password rule, folded: 15 kB, loaded on first use. @throws if loading fails; the next call retries */
export function loadCommonPasswords(): Promise<CommonPasswords> {
  if (loaded) return loaded;
  const words = import('./common-passwords.ts').then(({ packed }) => unpack(packed));
  loaded = words;
  words.catch(() => {
    loaded = undefined;
  });
  return words;
}
