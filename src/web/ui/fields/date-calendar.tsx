import 'dayjs/locale/es.js';
import '@mantine/dates/styles.layer.css';
import { DatePicker } from '@mantine/dates';
import { today } from '#domain/calendar.ts';
import classes from './fields.module.css';

const FOCUSED: Record<`data-${string}`, boolean> = { 'data-autofocus': true };

export interface DateCalendarProps {
  value: string | null;
  maxDate: string | undefined;
  onChange: (day: string | null) => void;
}

export default function DateCalendar({ value, maxDate, onChange }: DateCalendarProps) {
  const start = value ?? today();
  return (
    <DatePicker
      value={value}
      onChange={onChange}
      defaultDate={start}
      {...(maxDate && { maxDate })}
      locale="es"
      size="md"
      highlightToday
      weekendDays={[]}
      getDayProps={(day) => (day === start ? FOCUSED : {})}
      classNames={{ day: classes.day ?? '' }}
      ariaLabels={{
        nextMonth: 'Mes siguiente',
        previousMonth: 'Mes anterior',
        nextYear: 'Año siguiente',
        previousYear: 'Año anterior',
        nextDecade: 'Década siguiente',
        previousDecade: 'Década anterior',
      }}
    />
  );
}
