import { Group, Text, Title } from '@mantine/core';
import type { Dhis2Figures } from '#domain/calls/dhis2.ts';
import { AGGREGATES } from '#domain/dhis2/aggregates.ts';
import { Card } from '#web/ui/shapes/card.tsx';
import { RuledList } from '#web/ui/shapes/ruled-list.tsx';
import { CodeMark } from './code-mark.tsx';
import { whole } from './dhis2-words.ts';

/** Each figure with its definition, its code and its total over all places. */
export function AggregateList({ figures: { elementos } }: { figures: Dhis2Figures }) {
  return (
    <Card as="section" aria-labelledby="cifras">
      <Title order={2} id="cifras" mb="sm">
        Cifras del período
      </Title>
      <RuledList>
        {elementos.map(({ clave, codigo, total }) => {
          const { name, definition, period, source } = AGGREGATES[clave];
          return (
            <li key={clave}>
              <Group justify="space-between" align="flex-start" wrap="nowrap">
                <div>
                  <b>{name}</b> <CodeMark code={codigo} />
                  <Text size="sm">{definition}</Text>
                  <Text size="xs" c="dimmed">
                    {period} Fuente: {source}.
                  </Text>
                </div>
                <Text fz="lg" fw="var(--mantine-font-weight-bold)" style={{ fontVariantNumeric: 'tabular-nums' }}>
                  {whole(total)}
                </Text>
              </Group>
            </li>
          );
        })}
      </RuledList>
    </Card>
  );
}
