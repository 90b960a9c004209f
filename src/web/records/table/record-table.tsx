import type { UseQueryResult } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useMemo, useRef } from 'react';
import { readValue } from '#domain/fields/index.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { fieldOf } from '#domain/records/row.ts';
import { headlineOf, tableColumns } from '#domain/records/table-columns.ts';
import { hasFailed } from '#web/lib/load-failure.ts';
import type { Row } from '#web/lib/row.ts';
import { useOpenHistory } from '#web/records/history/history-context.ts';
import { PAGE_SIZE } from '#web/records/lists/use-list-state.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Retry, RetryButton } from '#web/ui/feedback/retry.tsx';
import { untilLoaded } from '#web/ui/page/lazy-part.tsx';
import { useWide } from '#web/ui/page/use-wide.ts';
import { Bleed } from '#web/ui/shapes/bleed.tsx';
import { SectionHead } from '#web/ui/shapes/section-head.tsx';
import { Pager } from '#web/ui/table/pager.tsx';
import { SkeletonTable } from '#web/ui/table/skeleton-table.tsx';
import { usePages } from '#web/ui/table/use-pages.ts';
import type { ShownColumn } from './column.ts';
import { RecordCards } from './record-cards.tsx';
import { useDeleteRecord } from './use-delete-record.ts';

const RecordGrid = lazy(() => untilLoaded(() => import('./record-grid.tsx')));

interface RecordTableProps {
  definition: RecordDefinition;
  query: UseQueryResult<Row[]>;
  /** Called after a deletion, also after a failed one. */
  onChanged: () => Promise<void>;
  /** An action for these records (a chart of them). */
  action?: ReactNode;
  computed?: readonly ShownColumn[] | undefined;
}

/** The records of one kind, as a table or, on a narrow screen, as cards. */
export function RecordTableSection(props: RecordTableProps) {
  const { definition, query, onChanged, action, computed } = props;
  const rows = query.data;
  const failed = hasFailed(query);
  const wide = useWide();
  const heading = useRef<HTMLHeadingElement>(null);
  const columns = useMemo(() => tableColumns(definition, computed), [definition, computed]);
  const onHistory = useOpenHistory();

  const total = rows?.length ?? 0;
  const { shown, pager } = usePages(total, PAGE_SIZE);
  const headline = headlineOf(definition, columns);
  const named = columns.filter((column) => column === headline || column.field.kind === 'date');
  const nameOf = (row: Row) => named.map(({ field, name }) => readValue(field, fieldOf(row, name))).join(' · ');
  const remove = useDeleteRecord(definition, nameOf, onChanged);
  const list = {
    rows: shown(rows ?? []),
    columns,
    headline,
    onHistory,
    deleteLabel: (row: Row) =>
      `Eliminar registro ${headline ? readValue(headline.field, fieldOf(row, headline.name)) : ''}`.trim(),
    // The focused button is removed with its row, so the heading takes the focus.
    onDelete: async (row: Row) => {
      if (await remove(row)) heading.current?.focus();
    },
  };

  return (
    <section aria-labelledby={`tabla-${definition.key}`}>
      <SectionHead
        actions={
          <>
            {rows && failed && <RetryButton query={query} of={definition.titles.table} />}
            {total > 0 && action}
          </>
        }
      >
        <h2 id={`tabla-${definition.key}`} ref={heading} tabIndex={-1}>
          {definition.titles.table}
        </h2>
      </SectionHead>
      {!rows && failed && <Retry query={query} of={definition.titles.table} height={280} />}
      {!rows && !failed && <SkeletonTable columns={Math.min(columns.length, 5)} label="Cargando registros…" />}
      {rows && total === 0 && (
        <EmptyState title="Todavía no hay registros" message="Guarda el primero con el formulario." />
      )}
      {total > 0 && !wide && <RecordCards {...list} />}
      {total > 0 && wide && (
        <Bleed>
          <Suspense fallback={<SkeletonTable columns={Math.min(columns.length, 5)} label="Cargando registros…" />}>
            <RecordGrid {...list} label={definition.titles.table} />
            <Pager {...pager} />
          </Suspense>
        </Bleed>
      )}
      {total > 0 && !wide && <Pager {...pager} />}
    </section>
  );
}
