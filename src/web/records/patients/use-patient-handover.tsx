import { useState } from 'react';
import { can } from '#domain/roles.ts';
import type { Row } from '#web/lib/row.ts';
import { useSession } from '#web/lib/session.ts';
import type { HandoverRequest } from '#web/records/handover/handover-dialog.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.tsx';
import { type PatientKind, personName } from './patient-kind.ts';

const HandoverDialog = lazyPart(() => import('#web/records/handover/handover-dialog.tsx'));

/** Hands over one booklet from its cover; for supervision only. */
export function usePatientHandover(kind: PatientKind) {
  const allowed = can(useSession()?.roles ?? [], 'handover');
  const [mounted, setMounted] = useState(false);
  const [handing, setHanding] = useState<HandoverRequest | null>(null);
  return {
    startOf: (row: Row) =>
      allowed
        ? () => {
            setMounted(true);
            setHanding({ personas: [row._id], what: `La libreta de ${personName(kind, row)}` });
          }
        : undefined,
    dialog: mounted && <HandoverDialog handing={handing} onClose={() => setHanding(null)} />,
  };
}
