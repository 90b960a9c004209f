import { useState } from 'react';
import { useStore } from '#web/lib/store.ts';
import { openConfirm } from './confirm-dialog.ts';
import { late } from './late.tsx';
import { loadNoticeCenter, noticesWanted } from './notify.ts';

const ConfirmDialogView = late(() => import('./confirm-dialog-view.tsx'));
const NoticeCenter = late(loadNoticeCenter);

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
