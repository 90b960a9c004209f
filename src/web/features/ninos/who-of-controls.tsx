import type { TrajectoryStep } from '#domain/growth/trajectory.ts';
import { whoConcern } from '#domain/growth/who-concern.ts';
import type { Row } from '#web/lib/row.ts';
import { WhoBadge } from '#web/ui/shapes/who-badge.tsx';
import type { Child } from './child-of.ts';
import { useTrajectory } from './use-trajectory.ts';

/** The latest control's class by the WHO standards, where it is not normal. @param steps in order of date */
export function WhoOfSteps({ steps }: { steps: readonly TrajectoryStep[] | undefined }) {
  const scores = steps?.at(-1)?.evaluation?.scores;
  const z = (name: 'peso' | 'talla' | 'pesotalla') => {
    const score = scores?.[name];
    return score && !score.flagged ? score.z : null;
  };
  return <WhoBadge concern={whoConcern({ zpeso: z('peso'), ztalla: z('talla'), zpesotalla: z('pesotalla') })} />;
}

export default function WhoOfControls({ child, controls }: { child: Child; controls: readonly Row[] | undefined }) {
  return <WhoOfSteps steps={useTrajectory(child, controls).steps} />;
}
