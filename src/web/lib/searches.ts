import { useMemo } from 'react';
import { now } from '#domain/clock.ts';
import { isMarked } from './device-mark.ts';
import { deviceStarted } from './device-start.ts';
import { draftKeeper, onDraftsReadable, readDraft, sealingAccount, writeDraft } from './drafts.ts';
import { onForget } from './loaded.ts';
import { createStore, useStore } from './store.ts';

/* Search terms name people, and browsers store addresses. An address has a random name for its term; the vault keeps the term, sealed. */

/** A random number; earlier versions made a UUID. */
const NAME = /^_(\d{20,40}|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/;
const NAME_WORDS = 4;

const PLACE = 'busquedas';
/** Older searches are forgotten: their addresses show the whole list. */
const MAX_SEARCHES = 100;

const here = new Map<string, string>();

const searchRevision = createStore(0);
const notify = () => searchRevision.set(searchRevision.get() + 1);

function sealed(): Map<string, string> {
  const user = sealingAccount();
  const values = (user && readDraft({ user, place: PLACE })?.values) || {};
  return new Map(Object.entries(values).map(([name, text]) => [name, String(text)]));
}

function remember(): void {
  const user = sealingAccount();
  if (user === null || here.size === 0) return;
  const newest = [...new Map([...sealed(), ...here])].slice(-MAX_SEARCHES);
  writeDraft({ user, place: PLACE }, { values: Object.fromEntries(newest), at: now().getTime() });
}

export const searchTermOf = (name: string): string => (name ? (here.get(name) ?? sealed().get(name) ?? '') : '');

/** @param term a search term, or already a name */
export function nameOfSearch(term: string): string {
  if (term === '' || NAME.test(term)) return term;
  const existing = [...here].find(([, text]) => text === term);
  if (existing) return existing[0];
  const name = `_${crypto.getRandomValues(new Uint32Array(NAME_WORDS)).join('')}`;
  here.set(name, term);
  remember();
  return name;
}

const mapTerm = <Search extends object>(search: Search, map: (q: string) => string): Search =>
  'q' in search && typeof search.q === 'string' ? { ...search, q: map(search.q) } : search;

/** Whether the term of this name is lost for good: it is neither in this page nor in the open vault, and no vault that may have it is closed. */
export const isLostSearch = (name: string): boolean =>
  NAME.test(name) && !searchTermOf(name) && draftKeeper.get()?.seals !== false;

/** @returns resolves when the term was loaded or is lost; null if there is nothing to wait for */
export function searchResolved(name: string): Promise<void> | null {
  if (!NAME.test(name) || searchTermOf(name) || !isMarked()) return null;
  return new Promise((resolve) => {
    const end = () => {
      stop();
      resolve();
    };
    const stop = searchRevision.subscribe(end);
    void deviceStarted().then(end);
  });
}

export function useClearSearch<Search extends object>(search: Search): Search {
  const revision = useStore(searchRevision);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a name means is known later, or forgotten
  return useMemo(() => mapTerm(search, searchTermOf), [search, revision]);
}

export const withSearchNames =
  <Search extends object>(change: (before: Search) => Search) =>
  (before: Search): Search =>
    mapTerm(change(mapTerm(before, searchTermOf)), nameOfSearch);

onDraftsReadable(() => {
  remember();
  notify();
});
onForget(() => {
  here.clear();
  notify();
});
