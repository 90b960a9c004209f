import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { fieldOf } from '#domain/records/row.ts';
import { can } from '#domain/roles.ts';
import { recordKeys, refreshRecords } from '#web/lib/booklets/record-api.ts';
import { queryClient } from '#web/lib/query-client.ts';
import type { Row } from '#web/lib/row.ts';
import { useSession } from '#web/lib/session.ts';
import type { Erasable } from '#web/records/privacy/erase-dialog.tsx';
import { usePersonExport } from '#web/records/privacy/use-person-export.ts';
import { lazyPart } from '#web/ui/page/lazy-part.tsx';
import { type PatientKind, personName } from './patient-kind.ts';

const EraseDialog = lazyPart(() => import('#web/records/privacy/erase-dialog.tsx'));

/** Administrators may export or erase all data of a person. */
export function usePatientPrivacy(kind: PatientKind) {
  const { definition, paths } = kind;
  const allowed = can(useSession()?.roles ?? [], 'audit');
  const navigate = useNavigate();
  const download = usePersonExport();
  const [erased, setErased] = useState<Erasable | null>(null);
  const leave = async ({ _id }: Erasable) => {
    await navigate({ to: paths.list, ignoreBlocker: true });
    queryClient.removeQueries({ queryKey: recordKeys.one(definition, _id) });
    await refreshRecords(definition);
  };
  return {
    menuOf: (row: Row) =>
      allowed
        ? {
            exporting: download.exporting,
            onExport: () => download.start(row._id, String(fieldOf(row, 'cedula') ?? '')),
            onErase: () => setErased({ _id: row._id, name: personName(kind, row) }),
          }
        : undefined,
    dialog: allowed && <EraseDialog person={erased} onClose={() => setErased(null)} onErased={leave} />,
  };
}
