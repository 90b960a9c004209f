import { Box, Button, Group, Stack, Title } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Decision, Import, RowState } from '#domain/calls/importing.ts';
import type { Address } from '#web/lib/address.ts';
import { loadFailed } from '#web/lib/load-failure.ts';
import { DownloadButton } from '#web/records/lists/download-button.tsx';
import { FilterChips, type FilterChoice } from '#web/records/lists/filter-chips.tsx';
import { PagedList } from '#web/records/lists/paged-list.tsx';
import { useListState } from '#web/records/lists/use-list-state.ts';
import { confirmDialog } from '#web/ui/feedback/confirm-dialog.ts';
import { Callout } from '#web/ui/shapes/callout.tsx';
import { Card } from '#web/ui/shapes/card.tsx';
import { RuledList } from '#web/ui/shapes/ruled-list.tsx';
import { SectionHead } from '#web/ui/shapes/section-head.tsx';
import { FILTERED_STATES, type ImportSearch } from './import-search.ts';
import { CHIP_LABELS, rowCount } from './import-words.ts';
import { decideAll, ROWS_LABEL, rowPage, saveProblems } from './imports-api.ts';
import { RowItem } from './row-item.tsx';
import { type Decisions, isDecidable } from './use-decisions.ts';
import type { ImportAction } from './use-import-action.ts';

const PAGE_SIZE = 20;
const FILTERS = ['estado'];
const { Link } = getRouteApi('/importar/$importId');

/** States with rows that a person must look at. */
const ATTENTION: readonly RowState[] = ['problema', 'parecida', 'conservada'];

function choicesOf(
  { totales, advertidas }: Import,
  chosen: ImportSearch['estado'],
): FilterChoice<ImportSearch['estado']>[] {
  const all = FILTERED_STATES.reduce((sum, state) => sum + totales[state], 0);
  const states = FILTERED_STATES.filter((state) => totales[state] > 0 || state === chosen);
  return [
    { value: '', label: 'Todas', count: all },
    ...states.map((value) => ({
      value,
      label: CHIP_LABELS[value],
      count: totales[value],
      attention: ATTENTION.includes(value),
    })),
    ...(advertidas > 0 || chosen === 'advertida'
      ? [{ value: 'advertida' as const, label: 'Con advertencias', count: advertidas }]
      : []),
  ];
}

const FOR_ALL = [
  {
    decision: 'misma',
    label: 'Son la misma persona',
    does: 'Cada fila cambiará los datos de la persona a la que más se parece.',
  },
  { decision: 'distinta', label: 'Son otras personas', does: 'Cada fila creará una libreta nueva.' },
  { decision: 'omitir', label: 'Omitirlas', does: 'Esas filas no se importan.' },
] as const satisfies readonly { decision: Decision; label: string; does: string }[];

function ForAll({ current, action }: { current: Import; action: ImportAction }) {
  const { _id, totales } = current;
  const decide = async ({ decision, label, does }: (typeof FOR_ALL)[number]) => {
    const agreed = await confirmDialog({
      title: `¿${label}?`,
      detail: `${rowCount(totales.parecida)} por decidir`,
      message: `${does} Después puedes cambiar cada una.`,
      confirmLabel: label,
      tone: 'question',
    });
    if (agreed) await action.run('decidir', () => decideAll(_id, decision));
  };
  return (
    <Callout tone="warn" mb="sm" icon={<IconUsers size={20} aria-hidden />}>
      <p>
        <b>
          {totales.parecida === 1
            ? 'Una fila se parece a una persona ya registrada.'
            : `${rowCount(totales.parecida)} se parecen a personas ya registradas.`}
        </b>{' '}
        Decide una por una, o para todas a la vez. Lo que no decidas no se importa.
      </p>
      <Group component="fieldset" gap="xs" mt="xs" aria-label="Para todas las que se parecen">
        <span aria-hidden>Para todas:</span>
        {FOR_ALL.map((choice) => (
          <Button
            key={choice.decision}
            variant="outline"
            size="sm"
            aria-disabled={action.running !== null || undefined}
            onClick={() => void decide(choice)}
          >
            {choice.label}
          </Button>
        ))}
      </Group>
    </Callout>
  );
}

const ProblemFile = ({ id }: { id: string }) => (
  <DownloadButton save={(signal) => saveProblems(id, signal)}>Descargar filas con problemas</DownloadButton>
);

interface RowListProps {
  current: Import;
  address: Address<ImportSearch>;
  action: ImportAction;
  decisions: Decisions;
}

/** The rows of an import by state; rows that resemble people are decided here. */
export function RowList({ current, address, action, decisions }: RowListProps) {
  const { _id, estado: state, totales } = current;
  const { estado } = address.search;
  const list = useListState(address, FILTERS, PAGE_SIZE);
  const result = useQuery({
    ...rowPage(_id, { ...list.request, estado: estado || undefined }),
    placeholderData: keepPreviousData,
  });
  const open = isDecidable(state);
  return (
    <Box component="section" aria-labelledby="filas">
      <Stack gap="sm" mb="sm">
        <SectionHead actions={totales.problema > 0 && <ProblemFile id={_id} />}>
          <Title order={2} id="filas" tabIndex={-1}>
            Filas del archivo
          </Title>
        </SectionHead>
        <FilterChips
          label="Filtrar las filas"
          choices={choicesOf(current, estado)}
          chosen={estado}
          inLine
          link={(value, chip) => (
            <Link to="." search={(before) => ({ ...before, estado: value, pagina: 1 })} {...chip} />
          )}
        />
      </Stack>
      {open && totales.parecida > 0 && (estado === '' || estado === 'parecida') && (
        <ForAll current={current} action={action} />
      )}
      <PagedList
        list={list}
        result={result}
        texts={{
          loadFailed: loadFailed(ROWS_LABEL),
          empty: 'El archivo no tiene filas con datos',
          emptyHint: 'Revisa que los datos estén debajo de los títulos y súbelo de nuevo.',
          searchHint: '',
        }}
        columns={1}
      >
        {(rows) => (
          <Card>
            <RuledList>
              {rows.map((row) => (
                <RowItem key={row.fila} current={current} row={row} decisions={open ? decisions : undefined} />
              ))}
            </RuledList>
          </Card>
        )}
      </PagedList>
    </Box>
  );
}
