import { IconAlertTriangle, IconCircleCheck, IconHelpCircle, IconTrendingUp } from '@tabler/icons-react';
import type { Status } from '#domain/growth/status.ts';
import { STATUS_TONES } from './status-tones.ts';
import { ToneBadge } from './tone-badge.tsx';

const ICONS = {
  Normal: IconCircleCheck,
  Sobrepeso: IconTrendingUp,
  Desnutrición: IconAlertTriangle,
  'No evaluado': IconHelpCircle,
} satisfies Record<Status, unknown>;

export function StatusBadge({ status, size = 'md' }: { status: Status; size?: 'md' | 'lg' }) {
  const Icon = ICONS[status];
  return (
    <ToneBadge tone={STATUS_TONES[status]} size={size} icon={<Icon size={size === 'lg' ? 18 : 16} aria-hidden />}>
      {status}
    </ToneBadge>
  );
}
