import '@mantine/core/styles/Skeleton.layer.css';
import { Skeleton, Text, VisuallyHidden } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useServerReachable } from '#web/lib/server-reach.ts';
import { Retry } from '#web/ui/feedback/retry.tsx';
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

/** In place of a booklet that could not be loaded. */
export function PatientFailed({ query }: { query: Pick<UseQueryResult, 'refetch' | 'isFetching'> }) {
  const reachable = useServerReachable();
  return (
    <>
      {!reachable && <Text role="status">Esta libreta no está en este equipo. Ábrela cuando tengas señal.</Text>}
      <Retry query={query} height={280} />
    </>
  );
}

export const PatientGone = lazyPart(() => import('./patient-gone.tsx'));
