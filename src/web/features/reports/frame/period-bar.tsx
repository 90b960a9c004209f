import { Group } from '@mantine/core';
import { useState } from 'react';
import { isCalendarDate } from '#domain/calendar.ts';
import { NOT_DATE_TYPED } from '#domain/fields/date.ts';
import type { DateField as DateDeclaration, Value } from '#domain/fields/index.ts';
import { STATUSES } from '#domain/growth/malnutrition.ts';
import { PERIODS } from '#domain/reports/periods.ts';
import type { ReportState } from '#web/features/reports/state/report-state.ts';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { OptionsField } from '#web/ui/fields/options-field.tsx';
import classes from './period-bar.module.css';
import { Pills } from './pills.tsx';

const OPTIONS = PERIODS.map(({ months, label }) => ({ value: months, label }));
const FROM: DateDeclaration = { kind: 'date', label: 'Desde' };
const TO: DateDeclaration = { kind: 'date', label: 'Hasta' };
const STATUS = { kind: 'text', label: 'Estado' } as const;
const STATUS_OPTIONS = STATUSES.map((status) => ({ value: status, label: status }));
const TYPED_WHOLE = 8;
const REVERSED = 'La fecha final es anterior a la inicial';

interface DayInputProps {
  name: 'desde' | 'hasta';
  field: DateDeclaration;
  day: string;
  error?: string | undefined;
  onDay: (day: string) => void;
}

/** A day that is taken over once it is one; while it is typed nothing is asked of the server. */
function DayInput({ name, field, day, error, onDay }: DayInputProps) {
  const [draft, setDraft] = useState({ of: day, text: day });
  // A day chosen elsewhere (a period, the way back) replaces what was typed.
  const text = draft.of === day ? draft.text : day;
  const change = (_name: string, value: Value) => {
    const typed = String(value ?? '');
    const taken = typed === '' || isCalendarDate(typed);
    setDraft({ of: taken ? typed : day, text: typed });
    if (taken && typed !== day) onDay(typed);
  };
  const wrong = text.length >= TYPED_WHOLE && !isCalendarDate(text) ? NOT_DATE_TYPED : undefined;
  return <DateField name={name} field={field} value={text || null} onChange={change} error={wrong ?? error} />;
}

/** What the follow-up table is narrowed to: a period or two dates, and a status. */
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
        <DayInput name="desde" field={FROM} day={desde} onDay={(day) => setDays({ desde: day })} />
        <DayInput name="hasta" field={TO} day={hasta} error={reversed} onDay={(day) => setDays({ hasta: day })} />
      </div>
    </Group>
  );
}
