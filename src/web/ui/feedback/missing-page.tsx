import { VisuallyHidden } from '@mantine/core';
import { ButtonLink } from '#web/ui/page/links.tsx';
import { Page } from '#web/ui/page/page.tsx';
import { EmptyState } from './empty-state.tsx';

interface MissingPageProps {
  title: string;
  message: string;
  picture?: 'nina' | 'mujer';
  leadsTo: { to: '/admin' | '/registros' | '/lista/ninos' | '/lista/mujer' | '/importar'; label: string };
}

/** The screen for something that was deleted, does not exist or may not be seen by this account. */
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
