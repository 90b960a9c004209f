import { today } from '#domain/calendar.ts';
import type { UnitLevel } from '#domain/dhis2/mapping.ts';
import { kindOfPeriod, lastPeriods, PERIOD_KINDS, type PeriodKind, periodLabel } from '#domain/dhis2/period.ts';
import type { ChoiceField } from '#domain/fields/index.ts';
import { capitalized } from '#domain/text.ts';
import { ChoiceFieldInput } from '#web/ui/fields/choice-field.tsx';
import { OptionsField } from '#web/ui/fields/options-field.tsx';
import { ColumnGrid } from '#web/ui/shapes/columns.tsx';
import type { PeriodQuery } from './dhis2-api.ts';

const OFFERED = { mes: 36, trimestre: 12 } as const satisfies Record<PeriodKind, number>;

const options = <Key extends string>(labels: Readonly<Record<Key, string>>) =>
  Object.entries<string>(labels).map(([value, label]) => ({ value, label }));

const KIND = {
  kind: 'choice',
  label: 'Cada',
  options: options(PERIOD_KINDS),
} as const satisfies ChoiceField;
const LEVELS = { canton: 'Cantón', establecimiento: 'Establecimiento' } as const satisfies Record<UnitLevel, string>;
const LEVEL = { kind: 'choice', label: 'Por', options: options(LEVELS) } as const satisfies ChoiceField;
const PERIOD = { kind: 'text', label: 'Período' } as const;

interface PeriodFiltersProps {
  query: PeriodQuery;
  onChange: (next: Partial<PeriodQuery>) => void;
}

/** Chooses a month or a quarter, and cantons or establishments. */
export function PeriodFilters({ query: { periodo, nivel }, onChange }: PeriodFiltersProps) {
  const kind = kindOfPeriod(periodo);
  const last = lastPeriods(kind, today(), OFFERED[kind]);
  // An address may name an older one.
  const offered = last.includes(periodo) ? last : [...last, periodo];
  return (
    <search aria-label="Período y lugar" style={{ marginBottom: 'var(--mantine-spacing-md)' }}>
      <ColumnGrid>
        <ChoiceFieldInput
          name="cada"
          field={KIND}
          value={kind}
          onChange={(_name, next) => {
            // The last one that is complete.
            const [, complete] = lastPeriods(next === 'trimestre' ? 'trimestre' : 'mes', today(), 2);
            if (complete) onChange({ periodo: complete });
          }}
        />
        <OptionsField
          name="periodo"
          field={PERIOD}
          value={periodo}
          options={offered.map((name) => ({ value: name, label: capitalized(periodLabel(name)) }))}
          onChange={(_name, next) => onChange({ periodo: String(next) })}
        />
        <ChoiceFieldInput
          name="nivel"
          field={LEVEL}
          value={nivel}
          onChange={(_name, next) => onChange({ nivel: next === 'establecimiento' ? 'establecimiento' : 'canton' })}
        />
      </ColumnGrid>
    </search>
  );
}
