import { useState } from 'react';
import { useStore } from '#web/lib/store.ts';
import { lazyPart } from '#web/ui/page/lazy-part.tsx';
import { openConfirm } from './confirm-dialog.ts';
import { loadNoticeCenter, noticesWanted } from './notify.ts';

const ConfirmDialogView = lazyPart(() => import('./confirm-dialog-view.tsx'));
const NoticeCenter = lazyPart(loadNoticeCenter);

export function OverlayHost() {
  const confirmOpen = useStore(openConfirm) !== null;
  const noticesMounted = useStore(noticesWanted);
  const [confirmMounted, setConfirmMounted] = useState(false);
  if (confirmOpen && !confirmMounted) setConfirmMounted(true);
  return (
    <>
      {confirmMounted && <ConfirmDialogView />}
      {noticesMounted && <NoticeCenter />}
    </>
  );
}
