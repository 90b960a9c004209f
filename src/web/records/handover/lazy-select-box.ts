import { lazyPart } from '#web/ui/page/lazy-part.tsx';

/** Comes when somebody begins to choose: a list is there to be read. */
export const SelectBox = lazyPart(() => import('./select-box.tsx'));
