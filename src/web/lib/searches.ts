import { useMemo } from 'react';
import { now } from '#domain/clock.ts';
import { deviceKnown } from './device-known.ts';
import { isMarked } from './device-mark.ts';
import { onDraftsReadable, readDraft, sealedFor, writeDraft } from './drafts.ts';
import { onForget } from './loaded.ts';
import { newId } from './new-id.ts';
import { createStore, useStore } from './store.ts';

/*
 * Whoever is searched for has a name or a cedula, and browsers keep addresses in their history in the clear: an address says under
 * which name the page remembers what was searched. An open vault remembers it too, sealed, for pages that come after.
 */

const NAME = /^_[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const PLACE = 'busquedas';
/** The newest; of those before, an address shows the whole list. */
const MOST = 100;

/** What was searched in this page, by its name. */
const here = new Map<string, string>();

/** Changes when what names mean may have become known, or forgotten. */
const searchesKnown = createStore(0);
const tell = () => searchesKnown.set(searchesKnown.get() + 1);

function sealed(): Map<string, string> {
  const user = sealedFor();
  const values = (user && readDraft({ user, place: PLACE })?.values) || {};
  return new Map(Object.entries(values).map(([name, text]) => [name, String(text)]));
}

function remember(): void {
  const user = sealedFor();
  if (user === null || here.size === 0) return;
  const newest = [...new Map([...sealed(), ...here])].slice(-MOST);
  writeDraft({ user, place: PLACE }, { values: Object.fromEntries(newest), at: now().getTime() });
}

/** @returns what was searched under this name; empty where nobody knows any more */
export const searchedAs = (name: string): string => (name ? (here.get(name) ?? sealed().get(name) ?? '') : '');

/**
 * The name under which an address says what is searched.
 * @param said what is searched, or its name already
 */
export function nameOfSearch(said: string): string {
  if (said === '' || NAME.test(said)) return said;
  const known = [...here].find(([, text]) => text === said);
  if (known) return known[0];
  const name = `_${newId()}`;
  here.set(name, said);
  remember();
  return name;
}

const saying = <Search extends object>(search: Search, say: (q: string) => string): Search =>
  'q' in search && typeof search.q === 'string' ? { ...search, q: say(search.q) } : search;

/**
 * Whether what an address searches is known in a moment: a page that was loaded anew learns it when its vault is open.
 * @returns resolves when it is, or nobody knows it; null where there is nothing to wait for
 */
export function searchAwaited(name: string): Promise<void> | null {
  if (!NAME.test(name) || searchedAs(name) || !isMarked()) return null;
  return new Promise((resolve) => {
    const end = () => {
      stop();
      resolve();
    };
    const stop = searchesKnown.subscribe(end);
    void deviceKnown().then(end);
  });
}

/** What an address says, with what is searched in clear. */
export function useInClear<Search extends object>(said: Search): Search {
  const known = useStore(searchesKnown);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a name means is known later, or forgotten
  return useMemo(() => saying(said, searchedAs), [said, known]);
}

/** A change of what is searched in clear, as one of the address. */
export const underNames =
  <Search extends object>(change: (before: Search) => Search) =>
  (before: Search): Search =>
    saying(change(saying(before, searchedAs)), nameOfSearch);

onDraftsReadable(() => {
  remember();
  tell();
});
onForget(() => {
  here.clear();
  tell();
});
