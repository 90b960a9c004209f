import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import type { ResultPage } from '#web/lib/api-client.ts';
import { PagedList } from '#web/records/lists/paged-list.tsx';
import type { ListView } from '#web/records/lists/use-list-state.ts';
import { ReportCard } from './report-card.tsx';
import { ReportRows } from './report-rows.tsx';
import type { ReportTable } from './report-table.tsx';

type Table<Row> = Pick<ComponentProps<typeof ReportTable<Row>>, 'columns' | 'keyOf' | 'total'>;

interface ListCardProps<Row>
  extends Table<Row>,
    Pick<ComponentProps<typeof ReportCard>, 'lead' | 'span' | 'level' | 'paper'> {
  title: string;
  list: ListView;
  result: UseQueryResult<ResultPage<Row>>;
  texts: { empty: string; emptyHint: string };
  tools?: ReactNode;
  /** The layout on a phone: `table` for few columns, `cards` with labels, or custom cards. */
  phone: 'table' | 'cards' | ((rows: Row[]) => ReactNode);
}

/** A card with a table that the server pages; it loads and retries independently. */
export function ListCard<Row>(props: ListCardProps<Row>) {
  const { title, lead, span, level = 3, paper, list, result, texts, tools, phone, ...table } = props;
  return (
    <ReportCard title={title} span={span} level={level} look="sheet" {...(lead && { lead })} {...(paper && { paper })}>
      {tools}
      <PagedList
        list={list}
        result={result}
        inside="sheet"
        name={title}
        texts={{ ...texts, searchHint: '' }}
        columns={table.columns.length}
      >
        {(rows, wide) => (
          <ReportRows
            {...table}
            label={title}
            rows={rows}
            wide={wide || phone === 'table'}
            {...(typeof phone === 'function' && { narrow: phone })}
          />
        )}
      </PagedList>
    </ReportCard>
  );
}
