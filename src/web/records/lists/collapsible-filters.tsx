import { Box, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { DayField } from '#web/ui/fields/day-field.tsx';
import { useWide } from '#web/ui/page/use-wide.ts';
import { ColumnGrid } from '#web/ui/shapes/columns.tsx';

/** The filters of a list, side by side; collapsed on a phone. */
export function CollapsibleFilters({ label, children }: { label: string; children: ReactNode }) {
  const wide = useWide();
  return (
    <search aria-label={label}>
      <Stack gap="sm" mb="md">
        <Box component="details" open={wide}>
          <Box component="summary" hiddenFrom="lg" c="laguna.7" py="xs">
            Filtrar
          </Box>
          <ColumnGrid narrow>{children}</ColumnGrid>
        </Box>
      </Stack>
    </search>
  );
}

const REVERSED = 'La fecha final es anterior a la inicial';

interface DayRange {
  desde: string;
  hasta: string;
}

export function DayRangeFields({ range, narrow }: { range: DayRange; narrow: (to: Partial<DayRange>) => void }) {
  const { desde, hasta } = range;
  return (
    <>
      <DayField name="desde" label="Desde" day={desde} onDay={(day) => narrow({ desde: day })} />
      <DayField
        name="hasta"
        label="Hasta"
        day={hasta}
        error={desde && hasta && hasta < desde ? REVERSED : undefined}
        onDay={(day) => narrow({ hasta: day })}
      />
    </>
  );
}
