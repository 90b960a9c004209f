import type { ReactNode, Ref } from 'react';
import { Page, PageHeader } from '#web/ui/page/page.tsx';
import { type ListLayout, ListRows } from '#web/ui/table/list-rows.tsx';
import { countLine } from './count-line.ts';
import { PagedList, type PagedListProps } from './paged-list.tsx';
import { isNarrowed } from './use-list-state.ts';

interface ListScreenProps<Row> extends Omit<PagedListProps<Row>, 'columns' | 'children'> {
  layout: ListLayout<Row>;
  /** The number of columns of the skeleton; by default all. */
  skeletonColumns?: number;
  title: string;
  /** Gets the focus when a row with the focused button is removed. */
  heading?: Ref<HTMLSpanElement>;
  count: (total: string) => string;
  /** Whether the list is limited by something other than its search and filters. */
  narrowed?: boolean;
  /** Content after the count. */
  asOf?: ReactNode;
  back?: ReactNode;
  actions?: ReactNode;
  /** The search and the filters. */
  above: ReactNode;
  after?: ReactNode;
}

export function ListScreen<Row extends { _id: string }>(props: ListScreenProps<Row>) {
  const { title, heading, count, narrowed = false, asOf, back, actions, above, after, ...rest } = props;
  const { layout, skeletonColumns = layout.columns.length, ...listed } = rest;
  const { list, result } = listed;
  return (
    <Page>
      <PageHeader
        title={
          <span ref={heading} tabIndex={-1}>
            {title}
          </span>
        }
        description={
          <>
            <span role="status">{countLine(result, isNarrowed(list) || narrowed, count)}</span>
            {asOf}
          </>
        }
        back={back}
        actions={actions}
      />
      {above}
      <PagedList {...listed} columns={skeletonColumns}>
        {(rows, wide) => <ListRows layout={layout} rows={rows} wide={wide} />}
      </PagedList>
      {after}
    </Page>
  );
}
