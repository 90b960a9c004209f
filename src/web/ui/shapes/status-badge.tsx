import '@mantine/core/styles/Badge.layer.css';
import { Badge } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconHelpCircle, IconTrendingUp } from '@tabler/icons-react';
import type { Status } from '#domain/growth/malnutrition.ts';
import { STATUS_TONES } from './status-tones.ts';

const ICONS = {
  Normal: IconCircleCheck,
  Sobrepeso: IconTrendingUp,
  Desnutrición: IconAlertTriangle,
  'No evaluado': IconHelpCircle,
} satisfies Record<Status, unknown>;

/** A child's nutritional status: colour, icon and always the word. `lg` for the cover. */
export function StatusBadge({ status, size = 'md' }: { status: Status; size?: 'md' | 'lg' }) {
  const Icon = ICONS[status];
  const color = STATUS_TONES[status];
  const large = size === 'lg';
  return (
    <Badge
      variant="light"
      radius="xl"
      miw="max-content"
      tt="none"
      h={large ? 32 : 26}
      px={large ? 12 : 9}
      fz={large ? 'sm' : 'xs'}
      fw={680}
      leftSection={<Icon size={large ? 18 : 16} aria-hidden />}
      style={{ '--badge-bg': `var(--${color}-bg)`, '--badge-color': `var(--${color}-fg)` }}
    >
      {status}
    </Badge>
  );
}
