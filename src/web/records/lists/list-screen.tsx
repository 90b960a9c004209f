import type { ReactNode, Ref } from 'react';
import { Page, PageHeader } from '#web/ui/page/page.tsx';
import { type ListLayout, ListRows } from '#web/ui/table/list-rows.tsx';
import { countLine } from './count-line.ts';
import { PagedList, type PagedListProps } from './paged-list.tsx';
import { isNarrowed } from './use-list-state.ts';

interface ListScreenProps<Row> extends Omit<PagedListProps<Row>, 'columns' | 'children'> {
  layout: ListLayout<Row>;
  /** Columns of the table to come, where not all of them are sketched. */
  sketched?: number;
  title: string;
  /** Where reading goes on when the button that was pressed has gone with its row. */
  heading?: Ref<HTMLSpanElement>;
  /** "1.284 usuarios registrados" */
  count: (total: string) => string;
  /** Whether it shows only some for another reason than what is searched and filtered. */
  narrowed?: boolean;
  /** After the count. */
  asOf?: ReactNode;
  back?: ReactNode;
  actions?: ReactNode;
  /** What the list is searched and filtered by. */
  above: ReactNode;
  /** What follows the list, and the dialogs that it opens. */
  after?: ReactNode;
}

/** A screen that is one list: how many there are, what they are searched by, and their rows. */
export function ListScreen<Row extends { _id: string }>(props: ListScreenProps<Row>) {
  const { title, heading, count, narrowed = false, asOf, back, actions, above, after, ...rest } = props;
  const { layout, sketched = layout.columns.length, ...listed } = rest;
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
      <PagedList {...listed} columns={sketched}>
        {(rows, wide) => <ListRows layout={layout} rows={rows} wide={wide} />}
      </PagedList>
      {after}
    </Page>
  );
}
