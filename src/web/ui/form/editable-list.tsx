import { Button, Stack, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { hasFailed } from '#web/lib/load-failure.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { Retry } from '#web/ui/feedback/retry.tsx';
import { Card } from '#web/ui/shapes/card.tsx';
import { SectionHead } from '#web/ui/shapes/section-head.tsx';
import { SkeletonTable } from '#web/ui/table/skeleton-table.tsx';
import type { EditedRow } from './use-edited-row.ts';

interface EditableListProps<Row> {
  /** The id of the heading. */
  id: string;
  texts: { heading: string; add: string; note: string; loading: string; empty: { title: string; message: string } };
  query: UseQueryResult;
  rows: readonly Row[] | undefined;
  edited: EditedRow<Row>;
  /** Shown above the rows while one is edited or added. */
  form: ReactNode;
  children: (rows: readonly Row[]) => ReactNode;
}

/** A short list that is edited where it stands: heading with the button for a new row, note, form, rows. */
export function EditableList<Row>({ id, texts, query, rows, edited, form, children }: EditableListProps<Row>) {
  return (
    <Card as="section" aria-labelledby={id}>
      <Stack gap="sm">
        <SectionHead
          actions={
            <Button
              variant="outline"
              leftSection={<IconPlus size={20} aria-hidden />}
              aria-expanded={edited.isNew}
              onClick={edited.create}
            >
              {texts.add}
            </Button>
          }
        >
          <Title order={2} id={id} ref={edited.heading} tabIndex={-1}>
            {texts.heading}
          </Title>
        </SectionHead>
        <Note>{texts.note}</Note>
        {edited.isOpen && form}
        {!rows && hasFailed(query) && <Retry query={query} height={280} />}
        {!rows && !hasFailed(query) && <SkeletonTable columns={2} label={texts.loading} />}
        {rows?.length === 0 && <EmptyState {...texts.empty} />}
        {rows && rows.length > 0 && children(rows)}
      </Stack>
    </Card>
  );
}
