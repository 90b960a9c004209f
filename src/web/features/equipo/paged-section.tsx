import { Stack, Title } from '@mantine/core';
import { type ReactNode, type RefObject, useState } from 'react';
import { Card } from '#web/ui/shapes/card.tsx';
import { RuledList } from '#web/ui/shapes/ruled-list.tsx';
import { SectionHead } from '#web/ui/shapes/section-head.tsx';
import { Pager } from '#web/ui/table/pager.tsx';

/** A list may be of a thousand: so many are drawn at once. */
export const OPERATIONS_SHOWN = 10;

/** The page of a list that may grow or shrink meanwhile. */
export function usePages(total: number) {
  const [wanted, setPage] = useState(1);
  const page = Math.min(wanted, Math.max(1, Math.ceil(total / OPERATIONS_SHOWN)));
  return { page, setPage, offset: (page - 1) * OPERATIONS_SHOWN };
}

interface PagedSectionProps {
  id: string;
  title: string;
  heading?: RefObject<HTMLHeadingElement | null> | undefined;
  total: number;
  pages: ReturnType<typeof usePages>;
  actions?: ReactNode;
  /** Between the heading and the list. */
  lead?: ReactNode;
  /** Items, each a `li`. */
  children: ReactNode;
}

/** A list of operations, a page at a time. */
export function PagedSection({ id, title, heading, total, pages, actions, lead, children }: PagedSectionProps) {
  return (
    <Card as="section" aria-labelledby={id}>
      <Stack gap="sm">
        <SectionHead actions={actions}>
          <Title order={2} id={id} ref={heading} tabIndex={-1}>
            {title}
          </Title>
        </SectionHead>
        {lead}
        <RuledList>{children}</RuledList>
        {total > OPERATIONS_SHOWN && (
          <Pager
            page={pages.page}
            pageSize={OPERATIONS_SHOWN}
            total={total}
            label={`Páginas: ${title}`}
            onChange={pages.setPage}
          />
        )}
      </Stack>
    </Card>
  );
}
