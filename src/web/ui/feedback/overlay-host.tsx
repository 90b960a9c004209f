import { useState } from 'react';
import { useStore } from '#web/lib/store.ts';
import { lazyPart } from '#web/ui/page/lazy-part.tsx';
import { openConfirm } from './confirm-dialog.ts';
import { loadNoticeCenter, noticesWanted } from './notify.ts';

const ConfirmDialogView = lazyPart(() => import('./confirm-dialog-view.tsx'));
const NoticeCenter = lazyPart(loadNoticeCenter);

/** Where dialogs and notices appear. */
export function OverlayHost() {
  const asked = useStore(openConfirm) !== null;
  const noticed = useStore(noticesWanted);
  const [everAsked, setEverAsked] = useState(false);
  if (asked && !everAsked) setEverAsked(true);
  return (
    <>
      {everAsked && <ConfirmDialogView />}
      {noticed && <NoticeCenter />}
    </>
  );
}
