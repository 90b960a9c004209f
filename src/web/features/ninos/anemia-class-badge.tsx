import '@mantine/core/styles/Badge.layer.css';
import { Badge } from '@mantine/core';
import { IconAlertOctagon, IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { AnemiaClass, TOO_YOUNG_FOR_CLASS } from '#domain/haemoglobin/anemia-class.ts';

const LOOKS = {
  'Sin anemia': { color: 'ok', Icon: IconCircleCheck },
  'Anemia leve': { color: 'over', Icon: IconAlertTriangle },
  'Anemia moderada': { color: 'low', Icon: IconAlertTriangle },
  'Anemia severa': { color: 'low', Icon: IconAlertOctagon },
} satisfies Record<AnemiaClass, unknown>;

/** WHO's class of a haemoglobin: colour, icon and always the word; a sentence where there is none. */
export function AnemiaClassBadge({ value }: { value: AnemiaClass | typeof TOO_YOUNG_FOR_CLASS | null }) {
  if (value === null) return <>—</>;
  if (!(value in LOOKS))
    return (
      <span style={{ display: 'inline-flex', gap: 4, fontSize: '0.8125rem', whiteSpace: 'normal' }}>
        <IconInfoCircle size={16} aria-hidden />
        {value}
      </span>
    );
  const { color, Icon } = LOOKS[value as AnemiaClass];
  return (
    <Badge
      variant="light"
      radius="xl"
      tt="none"
      h={26}
      px={9}
      miw="max-content"
      fz="xs"
      fw={680}
      leftSection={<Icon size={16} aria-hidden />}
      style={{ '--badge-bg': `var(--${color}-bg)`, '--badge-color': `var(--${color}-fg)` }}
    >
      {value}
    </Badge>
  );
}
