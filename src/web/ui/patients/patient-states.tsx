import '@mantine/core/styles/Skeleton.layer.css';
import { Skeleton, VisuallyHidden } from '@mantine/core';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ButtonLink } from '#web/ui/links.tsx';
import { Page } from '#web/ui/page.tsx';
import type { PatientKind } from './patient-kind.ts';

/** The booklet's shape, while it loads. */
export function PatientLoading() {
  return (
    <div role="status">
      <VisuallyHidden>Cargando la libreta…</VisuallyHidden>
      <Skeleton height={120} radius="xl" mb="md" />
      <Skeleton height={420} radius="lg" />
    </div>
  );
}

/** Deleted, mistyped, or somebody else's: all the same from here. */
export function PatientGone({ kind }: { kind: PatientKind }) {
  return (
    <Page>
      <h1>
        <VisuallyHidden>{kind.texts.gone}</VisuallyHidden>
      </h1>
      <EmptyState
        title={kind.texts.gone}
        message="Puede que se haya eliminado, o que esté a cargo de otra persona."
        picture={kind.picture}
        action={
          <ButtonLink to={kind.paths.list} variant="outline">
            Ir al {kind.definition.titles.table}
          </ButtonLink>
        }
      />
    </Page>
  );
}
