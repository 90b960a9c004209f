import { IconAlertTriangle, IconCircleCheck, IconTrendingUp } from '@tabler/icons-react';
import type { Score } from '#domain/growth/evaluate.ts';
import { ToneBadge } from '#web/ui/shapes/tone-badge.tsx';

const LOOKS = { ok: IconCircleCheck, low: IconAlertTriangle, over: IconTrendingUp };

/** The class of a score by the WHO standards. */
export function ScoreBadge({ score: { className, z } }: { score: Score }) {
  const tone = className === 'Normal' ? 'ok' : z < 0 ? 'low' : 'over';
  const Icon = LOOKS[tone];
  return (
    <ToneBadge tone={tone} icon={<Icon size={16} aria-hidden />}>
      {className}
    </ToneBadge>
  );
}
