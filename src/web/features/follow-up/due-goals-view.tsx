import { Box, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { showDay } from '#domain/calendar.ts';
import { NOT_AVAILABLE } from '#domain/fields/index.ts';
import { DUE_WITHIN_DAYS } from '#domain/goals/due-goals.ts';
import { type Address, withoutEmpty } from '#web/lib/address.ts';
import { DUE_GOALS_NAME, type DueGoalEntry, dueGoalPage } from '#web/lib/booklets/goals.ts';
import { loadFailed } from '#web/lib/load-failure.ts';
import { toChild, toWoman } from '#web/records/booklet/booklet-links.ts';
import { ListScreen } from '#web/records/lists/list-screen.tsx';
import type { ListState } from '#web/records/lists/use-list-state.ts';
import { HUB_PATH } from '#web/records/patients/patient-kind.ts';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { TextLink } from '#web/ui/page/links.tsx';
import type { ListLayout } from '#web/ui/table/list-rows.tsx';
import { VisitChips } from './visit-chips.tsx';
import { ScopeFields, scopeOf } from './visit-scope.tsx';
import type { VisitSearch } from './visit-search.ts';
import { nameOf } from './visited-child.ts';

const TITLE = `Metas por vencer (${DUE_WITHIN_DAYS} días)`;

const TEXTS = {
  loadFailed: loadFailed(DUE_GOALS_NAME),
  empty: 'Ninguna meta vence en estos días',
  emptyHint: 'Aquí aparecen las metas que todavía se pueden cumplir y vencen pronto.',
  searchHint: 'Quita el filtro por lugar o responsable.',
};

const count = (total: string) => (total === '1' ? '1 meta por vencer' : `${total} metas por vencer`);

const placeOf = ({ provincia, canton }: DueGoalEntry) => [provincia, canton].filter(Boolean).join(', ');

function PersonLink({ row }: { row: DueGoalEntry }) {
  const panel = row.tipo === 'nino' ? toChild(row.persona) : toWoman(row.persona);
  return (
    <TextLink {...panel} underline="hover" inherit c="inherit" data-touch>
      {nameOf(row)}
    </TextLink>
  );
}

const LAYOUT: ListLayout<DueGoalEntry> = {
  label: TITLE,
  columns: [
    { name: 'nombres', label: 'Nombres y Apellidos', width: '22%', show: (row) => <PersonLink row={row} /> },
    { name: 'meta', label: 'Meta', show: ({ meta }) => meta.nombre },
    { name: 'texto', label: 'Qué falta', width: '25%', show: ({ texto }) => texto },
    { name: 'antes', label: 'Antes del', show: ({ antes }) => showDay(antes) },
    { name: 'canton', label: 'Cantón', show: (row) => placeOf(row) || NOT_AVAILABLE },
    { name: 'celular', label: 'Celular', show: ({ celular }) => celular || NOT_AVAILABLE },
    {
      name: 'responsable',
      label: 'Responsable',
      show: ({ responsable: { nombre, apellido } }) => `${nombre} ${apellido}`,
    },
  ],
  card: {
    title: (row) => <PersonLink row={row} />,
    leads: true,
    lines: ['meta', 'texto'],
    facts: ['canton', 'celular', 'responsable'],
  },
};

interface DueGoalsViewProps {
  address: Address<VisitSearch>;
  list: ListState;
}

/** The goals that families can still reach and whose last day is near, the first deadline first. */
export function DueGoalsView({ address, list }: DueGoalsViewProps) {
  const { limit, offset } = list.request;
  // The reason and the search of the list of visits do not apply here.
  const scope = withoutEmpty(scopeOf(address.search));
  const result = useQuery({
    ...dueGoalPage({ ...scope, limit: String(limit), offset: String(offset) }),
    placeholderData: keepPreviousData,
  });
  return (
    <ListScreen
      title={TITLE}
      count={count}
      back={<BackLink to={HUB_PATH}>Volver</BackLink>}
      above={
        <search aria-label="Filtros de las metas">
          <Stack gap="sm" mb="md">
            <VisitChips search={address.search} />
            <Box maw={860}>
              <ScopeFields address={address} />
            </Box>
          </Stack>
        </search>
      }
      list={{ ...list, q: '', filters: scope }}
      result={result}
      texts={TEXTS}
      layout={LAYOUT}
    />
  );
}
