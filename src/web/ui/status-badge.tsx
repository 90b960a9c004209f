import '@mantine/core/styles/Badge.layer.css';
import { Badge } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconHelpCircle, IconTrendingUp } from '@tabler/icons-react';
import type { Status } from '#domain/growth/malnutrition.ts';

const LOOKS = {
  Normal: { color: 'ok', Icon: IconCircleCheck },
  Sobrepeso: { color: 'over', Icon: IconTrendingUp },
  Desnutrición: { color: 'low', Icon: IconAlertTriangle },
  'No evaluado': { color: 'none', Icon: IconHelpCircle },
} satisfies Record<Status, unknown>;

/** A child's nutritional status: colour, icon and always the word. `lg` for the cover. */
export function StatusBadge({ status, size = 'md' }: { status: Status; size?: 'md' | 'lg' }) {
  const { color, Icon } = LOOKS[status];
  const large = size === 'lg';
  return (
    <Badge
      variant="light"
      radius="xl"
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
