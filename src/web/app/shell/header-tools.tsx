import { useLocation } from '@tanstack/react-router';
import type { Session } from '#domain/calls/session.ts';
import { can } from '#domain/roles.ts';
import { noVault, vaultState } from '#web/device/shown/open-vault.ts';
import { openingPrompt } from '#web/device/shown/opening-prompt.ts';
import { deviceStatus } from '#web/device/shown/status.ts';
import { waitingWork } from '#web/device/shown/waiting-work.ts';
import { useStore } from '#web/lib/store.ts';
import { ClosedVaultLock } from './closed-vault-lock.tsx';
import { SearchEntry } from './search-entry.tsx';
import { SyncChip } from './sync-chip.tsx';

/** What the header offers an account besides the menu. The search is last, because the others come and go. */
export default function HeaderTools({ session }: { session: Session }) {
  const onHub = useLocation({ select: ({ pathname }) => pathname === '/registros' });
  const openingRequest = useStore(openingPrompt);
  const closed = useStore(vaultState) === 'closed' && !openingRequest;
  const hasVault = useStore(deviceStatus) !== null;
  const hasNoVault = useStore(noVault) !== null;
  const hasPending = (useStore(waitingWork)?.length ?? 0) > 0;
  const registers = can(session.roles, 'booklet');
  return (
    <>
      {(registers ? hasVault || hasNoVault : hasPending) && <SyncChip />}
      {closed && <ClosedVaultLock />}
      {registers && !onHub && <SearchEntry />}
    </>
  );
}
