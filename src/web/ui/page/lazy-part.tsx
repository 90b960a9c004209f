import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react';

type Load<P> = () => Promise<{ default: ComponentType<P> }>;

const RETRY_MS = 3_000;
const loaders = new Set<() => Promise<unknown>>();

/** Announces code that is fetched only when needed, so that it can be fetched while there is a signal. */
export function announceLazy<T>(load: () => Promise<T>): () => Promise<T> {
  loaders.add(load);
  return load;
}

/** What was announced so far. */
export const announced = (): ReadonlySet<() => Promise<unknown>> => loaders;

/**
 * A part of the screen whose code comes late. Without a signal it simply is not there yet and tries again: React's own
 * `lazy` would replace the whole screen, and what was typed on it, by an error.
 * @param waiting what stands in its place until then
 */
export function lazyPart<P extends object>(load: Load<P>, waiting: ReactNode = null): ComponentType<P> {
  announceLazy(load);
  let Loaded: ComponentType<P> | null = null;
  return function LazyPart(props: P) {
    const [ready, setReady] = useState(Loaded !== null);
    useEffect(() => {
      if (ready) return;
      let retry: ReturnType<typeof setTimeout> | undefined;
      let unmounted = false;
      const attempt = () => {
        load().then(
          (loaded) => {
            Loaded = loaded.default;
            if (!unmounted) setReady(true);
          },
          () => {
            if (!unmounted) retry = setTimeout(attempt, RETRY_MS);
          },
        );
      };
      attempt();
      return () => {
        unmounted = true;
        clearTimeout(retry);
      };
    }, [ready]);
    return Loaded ? createElement(Loaded, props) : waiting;
  };
}
