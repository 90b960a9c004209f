import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react';

type Load<P> = () => Promise<{ default: ComponentType<P> }>;

const RETRY_MS = 3_000;
const loaders = new Set<() => Promise<unknown>>();

/** Registers a lazy import, so that its code can be fetched in advance while there is a connection. */
export function registerLazyLoader<T>(load: () => Promise<T>): () => Promise<T> {
  loaders.add(load);
  return load;
}

export const lazyLoaders = (): ReadonlySet<() => Promise<unknown>> => loaders;

/**
 * A component that loads its code when first shown and retries without a connection; React's `lazy` would replace the screen by an error.
 * @param after what its code waits for, by default nothing
 */
export function lazyPart<P extends object>(
  load: Load<P>,
  waiting: ReactNode = null,
  after: () => Promise<void> = async () => {},
): ComponentType<P> {
  registerLazyLoader(load);
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
      void after().then(() => {
        if (!unmounted) attempt();
      });
      return () => {
        unmounted = true;
        clearTimeout(retry);
      };
    }, [ready]);
    return Loaded ? createElement(Loaded, props) : waiting;
  };
}
