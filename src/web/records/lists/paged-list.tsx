import '@mantine/core/styles/Alert.layer.css';
import { Alert, Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect } from 'react';
import type { ResultPage } from '#web/lib/api-client.ts';
import { hasFailed } from '#web/lib/load-failure.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Retry, RetryButton } from '#web/ui/feedback/retry.tsx';
import { useWide } from '#web/ui/page/use-wide.ts';
import { Pager } from '#web/ui/table/pager.tsx';
import { SkeletonTable } from '#web/ui/table/skeleton-table.tsx';
import classes from './paged-list.module.css';
import { isNarrowed, type ListView } from './use-list-state.ts';

/** About the height of five rows and the pager. */
const RETRY_HEIGHT = 280;

export interface PagedListProps<Row> {
  list: ListView;
  result: UseQueryResult<ResultPage<Row>>;
  texts: {
    /** Shown when loading fails; without it the failure is only logged. */
    loadFailed?: string;
    /** Shown when the list has no rows at all. */
    empty: string;
    emptyHint: string;
    searchHint: string;
  };
  picture?: 'nina' | 'mujer';
  columns: number;
  /** `sheet`: inside a white sheet, instead of being one. */
  inside?: 'page' | 'sheet';
  /** False for a list that grows instead of showing one page at a time. */
  paged?: boolean;
  /** Names the list in the labels of its pager and retry button, on a screen with several. */
  name?: string;
  children: (rows: Row[], wide: boolean) => ReactNode;
}

export function PagedList<Row>(props: PagedListProps<Row>) {
  const { list, result, texts, picture = 'nina', columns, inside = 'page', name, children } = props;
  const { paged = true } = props;
  const { error, isFetching, isPlaceholderData } = result;
  const failed = hasFailed(result);
  const silent = failed && texts.loadFailed === undefined;
  // Rows of another page or search must not replace a failed result.
  const data = silent && isPlaceholderData ? undefined : result.data;
  const wide = useWide();
  const filtered = Object.keys(list.filters).length > 0;
  const total = data?.total ?? 0;
  const { limit: pageSize } = list.request;
  const lastPage = Math.max(1, Math.ceil(total / pageSize));
  const beyond = data !== undefined && !isPlaceholderData && list.page > lastPage;

  const { setPage } = list;
  useEffect(() => {
    if (beyond) setPage(lastPage, true);
  }, [beyond, lastPage, setPage]);

  const skeleton = <SkeletonTable columns={wide ? columns : 2} label="Cargando la lista…" />;
  return (
    <>
      {texts.loadFailed !== undefined && error && data && (
        <Alert color="rojo" title={texts.loadFailed} mb="md">
          <RetryButton query={result} variant="outline" />
        </Alert>
      )}
      {silent && data && <Retry query={result} of={name} />}
      <div
        className={classes.list}
        data-inside={inside}
        data-waiting={isPlaceholderData || undefined}
        aria-busy={isFetching}
      >
        {!data && !error && !silent && skeleton}
        {!data && silent && <Retry query={result} of={name} height={RETRY_HEIGHT} />}
        {!data && error && texts.loadFailed !== undefined && (
          <ErrorState title={texts.loadFailed} error={error} query={result} />
        )}
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
        {data && total > 0 && (
          <Suspense fallback={skeleton}>
            {children(data.rows, wide)}
            {paged && (
              <div className={classes.pager}>
                <Pager
                  page={Math.min(list.page, lastPage)}
                  pageSize={pageSize}
                  total={total}
                  isMinimum={data.isMinimum}
                  label={name && `Páginas: ${name}`}
                  onChange={(next) => list.setPage(next)}
                />
              </div>
            )}
          </Suspense>
        )}
      </div>
    </>
  );
}
