import { Group } from '@mantine/core';
import { IconAlertOctagon, IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { AnemiaClass, TOO_YOUNG_FOR_CLASS } from '#domain/haemoglobin/anemia-class.ts';
import { ToneBadge } from '#web/ui/shapes/tone-badge.tsx';

const LOOKS = {
  'Sin anemia': { tone: 'ok', Icon: IconCircleCheck },
  'Anemia leve': { tone: 'over', Icon: IconAlertTriangle },
  'Anemia moderada': { tone: 'low', Icon: IconAlertTriangle },
  'Anemia severa': { tone: 'low', Icon: IconAlertOctagon },
} as const satisfies Record<AnemiaClass, unknown>;

/** The WHO class of a haemoglobin value; a sentence if there is no class. */
export function AnemiaClassBadge({ value }: { value: AnemiaClass | typeof TOO_YOUNG_FOR_CLASS | null }) {
  if (value === null) return <>—</>;
  if (!(value in LOOKS))
    return (
      <Group component="span" gap="2xs" wrap="nowrap" fz="xs" style={{ whiteSpace: 'normal' }}>
        <IconInfoCircle size={16} aria-hidden />
        {value}
      </Group>
    );
  const { tone, Icon } = LOOKS[value as AnemiaClass];
  return (
    <ToneBadge tone={tone} icon={<Icon size={16} aria-hidden />}>
      {value}
    </ToneBadge>
  );
}
