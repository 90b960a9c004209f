import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type GrowthControl, type TrajectoryStep, trajectoryOf } from '#domain/growth/trajectory.ts';
import { isSex, type Sex } from '#domain/growth/who/sexes.ts';
import { loadStandards, type Standards } from '#domain/growth/who/standards.ts';
import { control } from '#domain/records/control.ts';
import { latestFirst } from '#domain/records/latest-first.ts';
import { hasFailed } from '#web/lib/load-failure.ts';
import type { Row } from '#web/lib/row.ts';
import { registerLazyLoader } from '#web/ui/page/lazy-part.tsx';
import type { Child } from './child-of.ts';

export type ControlRow = Row & GrowthControl & { edad: number | null };

registerLazyLoader(() => loadStandards('MASCULINO'));
registerLazyLoader(() => loadStandards('FEMENINO'));

interface Trajectory {
  /** In order of date; undefined while the controls load. */
  steps: TrajectoryStep<ControlRow>[] | undefined;
  /** The standards for the child's sex; undefined without a sex and while they load. */
  standards: Standards | undefined;
  /** Whether z-scores may still be added. */
  waiting: boolean;
  /** The query of standards that failed to load. */
  missing?: UseQueryResult;
}

/** Compares the child's controls with the WHO standards and with each other. */
export function useTrajectory({ sexo, birth, gestacion }: Child, controls: readonly Row[] | undefined): Trajectory {
  const hasSex = isSex(sexo);
  const query = useQuery({
    queryKey: ['standards', sexo],
    meta: { what: 'estándares de la OMS' },
    queryFn: () => loadStandards(sexo as Sex),
    enabled: hasSex,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const standards = query.data;
  const steps = useMemo(() => {
    if (!controls) return undefined;
    const ordered = latestFirst(control, controls).reverse();
    return trajectoryOf(ordered as ControlRow[], { birth, gestacion }, standards ?? null);
  }, [controls, birth, gestacion, standards]);
  const failed = hasFailed(query);
  return {
    steps,
    standards,
    waiting: !controls || (hasSex && !standards && !failed),
    ...(failed && { missing: query }),
  };
}
