import '@mantine/core/styles/Skeleton.layer.css';
import { Skeleton, VisuallyHidden } from '@mantine/core';
import { lazyPart } from '#web/ui/page/lazy-part.tsx';

export function PatientLoading() {
  return (
    <div role="status">
      <VisuallyHidden>Cargando la libreta…</VisuallyHidden>
      <Skeleton height={120} radius="xl" mb="md" />
      <Skeleton height={420} radius="lg" />
    </div>
  );
}

export const PatientGone = lazyPart(() => import('./patient-gone.tsx'));
