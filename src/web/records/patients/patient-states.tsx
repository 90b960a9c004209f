import '@mantine/core/styles/Skeleton.layer.css';
import { Skeleton, VisuallyHidden } from '@mantine/core';
import { MissingPage } from '#web/ui/feedback/missing-page.tsx';
import type { PatientKind } from './patient-kind.ts';

export function PatientLoading() {
  return (
    <div role="status">
      <VisuallyHidden>Cargando la libreta…</VisuallyHidden>
      <Skeleton height={120} radius="xl" mb="md" />
      <Skeleton height={420} radius="lg" />
    </div>
  );
}

/** Shown for a booklet that is deleted, nonexistent or not visible for this account; the server does not distinguish them. */
export function PatientGone({ kind }: { kind: PatientKind }) {
  return (
    <MissingPage
      title={kind.texts.missing}
      message="Puede que se haya eliminado, o que esté a cargo de otra persona."
      picture={kind.picture}
      leadsTo={{ to: kind.paths.list, label: `Ir al ${kind.definition.titles.table}` }}
    />
  );
}
