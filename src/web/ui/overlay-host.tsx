import { lazy, Suspense, useEffect, useState } from 'react';
import { useStore } from '#web/lib/store.ts';
import { openConfirm } from './confirm-dialog.ts';
import { loadNoticeCenter, noticesWanted } from './notify.ts';

const loadConfirm = () => import('./confirm-dialog-view.tsx');
const ConfirmDialogView = lazy(loadConfirm);
const NoticeCenter = lazy(loadNoticeCenter);

/** Where dialogs and notices appear. Their code is fetched once somebody works here, before the signal may be gone. */
export function OverlayHost({ ready }: { ready: boolean }) {
  const asked = useStore(openConfirm) !== null;
  const noticed = useStore(noticesWanted);
  const [everAsked, setEverAsked] = useState(false);
  if (asked && !everAsked) setEverAsked(true);

  useEffect(() => {
    if (!ready) return;
    const later = setTimeout(() => void Promise.allSettled([loadConfirm(), loadNoticeCenter()]), 1500);
    return () => clearTimeout(later);
  }, [ready]);

  return (
    <Suspense fallback={null}>
      {everAsked && <ConfirmDialogView />}
      {noticed && <NoticeCenter />}
    </Suspense>
  );
}
