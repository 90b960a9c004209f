import { useWaitingMark } from '#web/device/shown/waiting-marks.ts';
import { lazyPart } from '#web/ui/page/lazy-part.tsx';

/** Loaded on demand, because usually nothing is pending. */
const CloudIcon = lazyPart(() => import('./cloud-icon.tsx'));

/** Marks a person or record with data that is only on this device. @param id of the person or the record */
export function PendingMark({ id }: { id: string }) {
  const mark = useWaitingMark(id);
  return mark && <CloudIcon mark={mark} />;
}
