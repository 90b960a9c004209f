import { useRef, useState } from 'react';
import type { PendingOperation } from '#domain/sync/lane.ts';
import { deviceStatus } from '#web/device/shown/status.ts';
import type { Work } from '#web/device/work/work.ts';
import { useStore } from '#web/lib/store.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { lazyPart } from '#web/ui/page/lazy-part.tsx';
import { usePages } from '#web/ui/table/use-pages.ts';
import { OPERATIONS_SHOWN, PagedSection } from './paged-section.tsx';
import { ReviewItem } from './review-item.tsx';
import { useMend } from './use-mend.ts';

const CompareSheet = lazyPart(() => import('./compare-sheet.tsx'));

/** Refused operations and conflicts. */
export function ReviewCard({ work, waiting }: { work: Work; waiting: readonly PendingOperation[] }) {
  // Newly downloaded booklets may contain the person of an operation.
  useStore(deviceStatus);
  const pages = usePages(waiting.length, OPERATIONS_SHOWN);
  const heading = useRef<HTMLHeadingElement>(null);
  const [compared, setCompared] = useState<string | null>(null);
  const [everCompared, setEverCompared] = useState(false);
  // The focused button is removed with its item.
  const mend = useMend(work, () => heading.current?.focus());
  return (
    <>
      <PagedSection id="equipo-para-revisar" title="Para revisar" heading={heading} pages={pages}>
        {pages.shown(waiting).map((one) => (
          <ReviewItem
            key={one.op}
            work={work}
            one={one}
            mend={mend}
            onCompare={({ op }) => {
              setEverCompared(true);
              setCompared(op);
            }}
          />
        ))}
      </PagedSection>
      {everCompared && (
        <CompareSheet
          work={work}
          one={waiting.find(({ op }) => op === compared) ?? null}
          onClose={() => setCompared(null)}
          onSettled={() => {
            heading.current?.focus();
            notify.success({
              title: 'Guardado',
              message: 'Tu elección está en este equipo, y se envía cuando haya señal.',
            });
          }}
        />
      )}
    </>
  );
}
