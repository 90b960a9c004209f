import { IconArrowNarrowDown, IconArrowNarrowUp } from '@tabler/icons-react';
import { showNumber } from '#domain/fields/index.ts';
import type { Status } from '#domain/growth/status.ts';
import { control } from '#domain/records/control.ts';
import { latestFirst } from '#domain/records/latest-first.ts';
import { fieldOf } from '#domain/records/row.ts';
import type { Row } from '#web/lib/row.ts';
import type { Fact } from '#web/ui/shapes/facts.tsx';
import { StatusBadge } from '#web/ui/shapes/status-badge.tsx';

const SHOWN = [
  { label: 'Último peso', name: 'peso' },
  { label: 'Última longitud', name: 'longitud' },
] as const;

const numberOf = (row: Row | undefined, name: string) => {
  const value = row && fieldOf(row, name);
  return typeof value === 'number' ? value : null;
};

function Change({ by, decimals, unit }: { by: number; decimals: number; unit: string }) {
  const Arrow = by < 0 ? IconArrowNarrowDown : IconArrowNarrowUp;
  const sign = by < 0 ? '−' : '+';
  return (
    <>
      {by !== 0 && <Arrow size={16} aria-hidden />}
      {by === 0 ? 'sin cambio' : `${sign}${showNumber(Math.abs(by), decimals)} ${unit}`}
    </>
  );
}

/** The child's status, and the latest measurements with their change since the previous control. */
export function coverFacts(row: Row, controls: readonly Row[] | undefined): Fact[] {
  const [latest, before] = latestFirst(control, controls ?? []);
  const measures = SHOWN.flatMap(({ label, name }): Fact[] => {
    const { decimals, unit } = control.fields[name];
    const now = numberOf(latest, name);
    const earlier = numberOf(before, name);
    if (now === null) return [];
    const by = earlier === null ? null : Number((now - earlier).toFixed(decimals));
    const value = (
      <>
        {showNumber(now, decimals)} <small>{unit}</small>
      </>
    );
    return [{ label, value, figure: true, note: by !== null && <Change by={by} decimals={decimals} unit={unit} /> }];
  });
  const status = <StatusBadge status={row.estado as Status} size="lg" />;
  return [{ label: 'Estado según tabla del programa', value: status, span: 'all' }, ...measures];
}
