import { Stack, Title } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import { Card } from '#web/ui/shapes/card.tsx';
import { RuledList } from '#web/ui/shapes/ruled-list.tsx';
import { SectionHead } from '#web/ui/shapes/section-head.tsx';
import { Pager } from '#web/ui/table/pager.tsx';
import type { usePages } from '#web/ui/table/use-pages.ts';

/** Items per page, because a list may have a thousand. */
export const OPERATIONS_SHOWN = 10;

interface PagedSectionProps {
  id: string;
  title: string;
  heading?: RefObject<HTMLHeadingElement | null> | undefined;
  pages: ReturnType<typeof usePages>;
  actions?: ReactNode;
  /** Content between the heading and the list. */
  lead?: ReactNode;
  children: ReactNode;
}

export function PagedSection({ id, title, heading, pages, actions, lead, children }: PagedSectionProps) {
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
        {pages.pager.total > OPERATIONS_SHOWN && <Pager {...pages.pager} label={`Páginas: ${title}`} />}
      </Stack>
    </Card>
  );
}
