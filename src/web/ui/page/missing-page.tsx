import { VisuallyHidden } from '@mantine/core';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ButtonLink } from './links.tsx';
import { Page } from './page.tsx';

interface MissingPageProps {
  title: string;
  message: string;
  picture?: 'nina' | 'mujer';
  /** Where to go from here. */
  leadsTo: { to: '/admin' | '/lista/ninos' | '/lista/mujer'; label: string };
}

/** The screen of what is not there: deleted, mistyped, or not this person's to see. */
export function MissingPage({ title, message, picture = 'nina', leadsTo }: MissingPageProps) {
  return (
    <Page>
      <VisuallyHidden component="h1">{title}</VisuallyHidden>
      <EmptyState
        title={title}
        message={message}
        picture={picture}
        action={
          <ButtonLink to={leadsTo.to} variant="outline">
            {leadsTo.label}
          </ButtonLink>
        }
      />
    </Page>
  );
}
