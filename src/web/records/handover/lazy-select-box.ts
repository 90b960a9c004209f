import { lazyPart } from '#web/ui/page/lazy-part.tsx';

/** Loaded only when a selection begins. */
export const SelectBox = lazyPart(() => import('./select-box.tsx'));
