import { IconAlertTriangle, IconTrendingUp } from '@tabler/icons-react';
import type { WhoConcern } from '#domain/growth/who-concern.ts';
import { ToneBadge } from './tone-badge.tsx';

/** The class by the WHO standards where it is not normal. */
export function WhoBadge({ concern }: { concern: WhoConcern | null }) {
  if (!concern) return null;
  const Icon = concern.isLow ? IconAlertTriangle : IconTrendingUp;
  return (
    <ToneBadge tone={concern.isLow ? 'low' : 'over'} icon={<Icon size={16} aria-hidden />}>
      {`OMS: ${concern.name}`}
    </ToneBadge>
  );
}
