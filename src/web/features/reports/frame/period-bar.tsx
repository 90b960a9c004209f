import { Group } from '@mantine/core';
import { STATUSES } from '#domain/growth/status.ts';
import { PERIODS } from '#domain/reports/periods.ts';
import type { ReportState } from '#web/features/reports/state/report-state.ts';
import { DayField } from '#web/ui/fields/day-field.tsx';
import { OptionsField } from '#web/ui/fields/options-field.tsx';
import classes from './period-bar.module.css';
import { Pills } from './pills.tsx';

const OPTIONS = PERIODS.map(({ months, label }) => ({ value: months, label }));
const STATUS = { kind: 'text', label: 'Estado' } as const;
const STATUS_OPTIONS = STATUSES.map((status) => ({ value: status, label: status }));
const REVERSED = 'La fecha final es anterior a la inicial';

/** The filters of the follow-up table: a period or two dates, and a status. */
export function PeriodBar({ state }: { state: ReportState }) {
  const { days, setPeriod, setDays, status, setStatus } = state;
  const { desde, hasta } = days;
  const reversed = desde !== '' && hasta !== '' && hasta < desde ? REVERSED : undefined;
  return (
    <Group justify="space-between" align="flex-end" gap="sm" px="var(--card)" pb="sm" data-only="screen">
      <Pills label="Período" options={OPTIONS} chosen={days.months} onChoose={setPeriod} />
      <div className={classes.fields}>
        <OptionsField
          name="estado"
          field={STATUS}
          value={status}
          options={STATUS_OPTIONS}
          placeholder="Todos"
          onChange={(_name, value) => setStatus(STATUSES.find((status) => status === value) ?? '')}
        />
        <DayField name="desde" label="Desde" day={desde} onDay={(day) => setDays({ desde: day })} />
        <DayField name="hasta" label="Hasta" day={hasta} error={reversed} onDay={(day) => setDays({ hasta: day })} />
      </div>
    </Group>
  );
}
