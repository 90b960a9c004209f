import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { showDay } from '#domain/calendar.ts';
import type { FollowedChild } from '#domain/calls/reports.ts';
import { showNumber } from '#domain/fields/index.ts';
import { ChildLink, childName } from '#web/features/reports/frame/child-link.tsx';
import { ListCard } from '#web/features/reports/frame/list-card.tsx';
import { PeriodBar } from '#web/features/reports/frame/period-bar.tsx';
import type { ReportColumn } from '#web/features/reports/frame/report-table.tsx';
import { CardRow, RowList } from '#web/features/reports/frame/row-list.tsx';
import type { ReportState } from '#web/features/reports/state/report-state.ts';
import { followedPage } from '#web/features/reports/state/reports-api.ts';
import { StatusBadge } from '#web/ui/shapes/status-badge.tsx';

const TITLE = 'Tabla de seguimiento Desnutrición Crónica';
const COLUMNS: ReportColumn<FollowedChild>[] = [
  { heading: 'Nombres y Apellidos', cell: (child) => <strong>{childName(child)}</strong> },
  { heading: 'Edad(meses)', numeric: true, cell: ({ edad }) => edad },
  { heading: 'Peso(kg)', numeric: true, cell: ({ peso }) => showNumber(peso, 2) },
  { heading: 'Talla(cm)', numeric: true, cell: ({ longitud }) => showNumber(longitud, 2) },
  { heading: 'Estado', cell: ({ estado }) => <StatusBadge status={estado} /> },
  { heading: 'Fecha Registro', cell: ({ fecha }) => showDay(fecha) },
  { heading: 'Ver', cell: (child) => <ChildLink child={child} /> },
];

/** The rows on a phone, with units. */
function FollowedCards({ rows }: { rows: FollowedChild[] }) {
  return (
    <RowList>
      {rows.map((child) => (
        <CardRow key={child._id} name={<h4>{childName(child)}</h4>} link={<ChildLink child={child} />}>
          <Text inherit c="dimmed">
            {child.edad} {child.edad === 1 ? 'mes' : 'meses'} · {showNumber(child.peso, 2)} kg ·{' '}
            {showNumber(child.longitud, 2)} cm
          </Text>
          <Group gap="xs" mt="2xs" c="dimmed">
            <StatusBadge status={child.estado} /> {showDay(child.fecha)}
          </Group>
        </CardRow>
      ))}
    </RowList>
  );
}

export function FollowedCard({ state }: { state: ReportState }) {
  const { places, days, status } = state;
  const list = state.list('pagina');
  const narrowed = { desde: days.desde, hasta: days.hasta, estado: status };
  const result = useQuery(followedPage({ ...places, ...narrowed, ...list.request }));
  return (
    <ListCard
      title={TITLE}
      span={12}
      tools={<PeriodBar state={state} />}
      phone={(rows) => <FollowedCards rows={rows} />}
      list={list}
      result={result}
      texts={{
        empty: 'No hay registros en este período de tiempo.',
        emptyHint: 'Elige otro período, otro estado u otro lugar.',
      }}
      columns={COLUMNS}
      keyOf={({ _id }) => _id}
    />
  );
}
