import { type ComponentType, createElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { pause } from '#web/lib/line.ts';

type Load<P> = () => Promise<{ default: ComponentType<P> }>;

const RETRY_MS = 3_000;
const loaders = new Set<() => Promise<unknown>>();

/** Registers a lazy import, so that its code can be fetched in advance while there is a connection. */
export function registerLazyLoader<T>(load: () => Promise<T>): () => Promise<T> {
  loaders.add(load);
  return load;
}

export const lazyLoaders = (): ReadonlySet<() => Promise<unknown>> => loaders;

/** Loads code and repeats a failed load until it succeeds, for React's `lazy`, which would replace the screen by an error. */
export const untilLoaded = <T,>(load: () => Promise<T>): Promise<T> =>
  load().catch(() => pause(RETRY_MS).then(() => untilLoaded(load)));

interface LateProps {
  /** Shown until the code is loaded. */
  waiting: ReactNode;
  /** Shown from the second failed load on, while further loads follow. */
  failed?: ReactNode;
  /** What the code waits for, by default nothing. */
  after?: () => Promise<void>;
}

/** A component that loads its code when first shown and repeats a failed load. `preload` loads it in advance; undefined once it is loaded. */
export function lateComponent<P extends object>(load: Load<P>, { waiting, failed = waiting, after }: LateProps) {
  let Loaded: ComponentType<P> | null = null;
  const attempt = async () => {
    Loaded = (await load()).default;
  };
  function Late(props: P) {
    const [ready, setReady] = useState(Loaded !== null);
    const [hasFailed, setFailed] = useState(false);
    const failures = useRef(0);
    useEffect(() => {
      if (ready) return;
      let retry: ReturnType<typeof setTimeout> | undefined;
      let unmounted = false;
      const repeat = () => {
        attempt().then(
          () => {
            if (!unmounted) setReady(true);
          },
          (error: unknown) => {
            if (unmounted) return;
            failures.current += 1;
            if (failures.current === 2) {
              console.warn(error);
              setFailed(true);
            }
            retry = setTimeout(repeat, RETRY_MS);
          },
        );
      };
      void Promise.resolve(after?.()).then(() => {
        if (!unmounted) repeat();
      });
      return () => {
        unmounted = true;
        clearTimeout(retry);
      };
    }, [ready]);
    if (Loaded) return createElement(Loaded, props);
    return hasFailed ? failed : waiting;
  }
  return Object.defineProperty(Late as ComponentType<P>, 'preload', {
    get: () => (Loaded ? undefined : () => attempt().catch(() => undefined)),
  }) as ComponentType<P> & { preload: (() => Promise<void>) | undefined };
}

/** A late part of a screen, whose code can be fetched in advance. @param after what its code waits for, by default nothing */
export function lazyPart<P extends object>(
  load: Load<P>,
  waiting: ReactNode = null,
  after?: () => Promise<void>,
): ComponentType<P> {
  return lateComponent(registerLazyLoader(load), { waiting, ...(after && { after }) });
}
