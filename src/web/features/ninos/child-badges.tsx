import type { Status } from '#domain/growth/malnutrition.ts';
import type { TrajectoryStep } from '#domain/growth/trajectory.ts';
import { whoConcern } from '#domain/growth/who-concern.ts';
import type { Row } from '#web/lib/row.ts';
import { StatusBadge } from '#web/ui/shapes/status-badge.tsx';
import { WhoBadge } from '#web/ui/shapes/who-badge.tsx';

interface ChildBadgesProps {
  child: Row;
  /** The child's controls in order of date. */
  steps: readonly TrajectoryStep[] | undefined;
}

/** The programme's status, and the class by the WHO standards where it is not normal. */
export function ChildBadges({ child, steps }: ChildBadgesProps) {
  const scores = steps?.at(-1)?.evaluation?.scores;
  const z = (name: 'peso' | 'talla' | 'pesotalla') => {
    const score = scores?.[name];
    return score && !score.flagged ? score.z : null;
  };
  return (
    <>
      <StatusBadge status={child.estado as Status} />
      <WhoBadge concern={whoConcern({ zpeso: z('peso'), ztalla: z('talla'), zpesotalla: z('pesotalla') })} />
    </>
  );
}
