import { Alert, Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect } from 'react';
import type { Page } from '#web/lib/api-client.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Pager } from '#web/ui/record-table/pager.tsx';
import { SkeletonTable } from '#web/ui/skeleton-table.tsx';
import { useWide } from '#web/ui/use-wide.ts';
import classes from './paged-list.module.css';
import { isNarrowed, type ListView, PAGE_SIZE } from './use-list-state.ts';

interface PagedListProps<Row> {
  list: ListView;
  result: UseQueryResult<Page<Row>>;
  texts: {
    loadFailed: string;
    /** Where the list has nothing at all: what is missing, and what to do. */
    empty: string;
    emptyHint: string;
    /** Where a search finds nothing. */
    searchHint: string;
  };
  picture?: 'nina' | 'mujer';
  /** Columns of the table to come, while it loads. */
  columns: number;
  /** `sheet`: inside a white sheet, instead of being one. */
  inside?: 'page' | 'sheet';
  /** Names the way to the other pages, where a screen has several lists. */
  pagesLabel?: string;
  children: (rows: Row[], wide: boolean) => ReactNode;
}

/** A list that the server searches and pages: its rows, or why there are none. */
export function PagedList<Row>(props: PagedListProps<Row>) {
  const { list, result, texts, picture = 'nina', columns, inside = 'page', pagesLabel, children } = props;
  const { data, error, refetch, isFetching, isPlaceholderData } = result;
  const wide = useWide();
  const filtered = Object.keys(list.filters).length > 0;
  const total = data?.total ?? 0;
  const lastPage = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const beyond = data !== undefined && !isPlaceholderData && list.page > lastPage;

  const { setPage } = list;
  useEffect(() => {
    if (beyond) setPage(lastPage, true);
  }, [beyond, lastPage, setPage]);

  const skeleton = <SkeletonTable columns={wide ? columns : 2} label="Cargando la lista…" />;
  const retry = () => void refetch();
  return (
    <>
      {error && data && (
        <Alert color="rojo" title={texts.loadFailed} mb="md">
          <Button
            variant="outline"
            size="sm"
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={isFetching}
            onClick={retry}
          >
            Volver a intentar
          </Button>
        </Alert>
      )}
      <div
        className={classes.list}
        data-inside={inside}
        data-waiting={isPlaceholderData || undefined}
        aria-busy={isFetching}
      >
        {!data && !error && skeleton}
        {!data && error && <ErrorState title={texts.loadFailed} error={error} onRetry={retry} retrying={isFetching} />}
        {data && total === 0 && !isNarrowed(list) && (
          <EmptyState title={texts.empty} message={texts.emptyHint} picture={picture} />
        )}
        {data && total === 0 && isNarrowed(list) && (
          <EmptyState
            title={list.q ? `No hay resultados para «${list.q}»` : 'No hay resultados con estos filtros'}
            message={filtered ? 'Quita algún filtro para ver más.' : texts.searchHint}
            picture={picture}
            action={
              <Button variant="outline" onClick={list.reset}>
                Ver toda la lista
              </Button>
            }
          />
        )}
        {data && total > 0 && <Suspense fallback={skeleton}>{children(data.rows, wide)}</Suspense>}
        {total > 0 && (
          <div className={classes.pager}>
            <Pager
              page={Math.min(list.page, lastPage)}
              pageSize={PAGE_SIZE}
              total={total}
              label={pagesLabel}
              onChange={(next) => list.setPage(next)}
            />
          </div>
        )}
      </div>
    </>
  );
}
