import { useEffect, useState } from 'react';
import { recordsText } from '#web/device/shown/status-text.ts';
import { allVaults } from '#web/device/store/device-entry.ts';
import { Callout } from '#web/ui/shapes/callout.tsx';

/** The number of pending records on this device; it is stored unencrypted, without names. */
export default function PendingOnDevice() {
  const [count, setCount] = useState(0);
  const [shared, setShared] = useState(false);
  useEffect(() => {
    let here = true;
    allVaults().then(
      (vaults) => {
        if (!here) return;
        setCount(vaults.reduce((sum, { pendientes }) => sum + pendientes, 0));
        setShared(vaults.length > 1);
      },
      () => undefined, // A browser without storage has nothing pending.
    );
    return () => {
      here = false;
    };
  }, []);
  if (count === 0) return null;
  return (
    <Callout tone="quiet" role="status">
      En este equipo hay {recordsText(count)} por enviar{shared ? ' de otra persona' : ''}.
    </Callout>
  );
}
