import '@mantine/core/styles/Switch.layer.css';
import { Group, Switch, Text } from '@mantine/core';
import { IconCircle, IconX } from '@tabler/icons-react';

interface AgeLegendProps {
  color: string;
  corrects: boolean;
  onChange: (corrects: boolean) => void;
}

/** What circles and crosses of the curve mean, and the switch that shows or hides the crosses. */
export function AgeLegend({ color, corrects, onChange }: AgeLegendProps) {
  return (
    <Group justify="space-between" gap="xs" mb="xs">
      <Switch
        label="Corregir la edad"
        size="md"
        mih="var(--touch)"
        styles={{ body: { alignItems: 'center', minHeight: 'var(--touch)' } }}
        checked={corrects}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <Group component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }} aria-label="Leyenda">
        <Group component="li" gap="2xs">
          <IconCircle size={16} color={color} aria-hidden />
          <Text span size="xs">
            Edad desde que nació
          </Text>
        </Group>
        {corrects && (
          <Group component="li" gap="2xs">
            <IconX size={16} color={color} aria-hidden />
            <Text span size="xs">
              Edad corregida
            </Text>
          </Group>
        )}
      </Group>
    </Group>
  );
}
