import { lazyPart } from '#web/ui/page/lazy-part.tsx';

/** Loaded only when a selection begins. */
export const LazySelectBox = lazyPart(() => import('./select-box.tsx'));
