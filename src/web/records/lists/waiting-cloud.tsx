import { useWaitingMark } from '#web/device/shown/waiting-marks.ts';
import { lazyPart } from '#web/ui/page/lazy-part.tsx';

/** Most days nothing waits: then it does not come. */
const CloudIcon = lazyPart(() => import('./cloud-icon.tsx'));

/** Beside the name of a person, or of a record, of which something is on this device alone. @param id of the person or the record */
export function WaitingCloud({ id }: { id: string }) {
  const mark = useWaitingMark(id);
  return mark && <CloudIcon mark={mark} />;
}
