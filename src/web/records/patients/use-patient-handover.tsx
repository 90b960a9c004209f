import { useState } from 'react';
import { can } from '#domain/roles.ts';
import type { Row } from '#web/lib/row.ts';
import { useSession } from '#web/lib/session.ts';
import type { ToHandOver } from '#web/records/handover/handover-dialog.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.tsx';
import { type PatientKind, personName } from './patient-kind.ts';

const HandoverDialog = lazyPart(() => import('#web/records/handover/handover-dialog.tsx'));

/** Supervision hands one booklet over from its cover; the code for it comes when it is asked for. */
export function usePatientHandover(kind: PatientKind) {
  const allowed = can(useSession()?.roles ?? [], 'handover');
  const [asked, setAsked] = useState(false);
  const [handing, setHanding] = useState<ToHandOver | null>(null);
  return {
    startOf: (row: Row) =>
      allowed
        ? () => {
            setAsked(true);
            setHanding({ personas: [row._id], what: `La libreta de ${personName(kind, row)}` });
          }
        : undefined,
    dialog: asked && <HandoverDialog handing={handing} onClose={() => setHanding(null)} />,
  };
}
