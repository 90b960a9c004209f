import { VisuallyHidden } from '@mantine/core';
import { EmptyState } from './empty-state.tsx';
import { ButtonLink } from './links.tsx';
import { Page } from './page.tsx';

interface GoneProps {
  title: string;
  message: string;
  picture?: 'nina' | 'mujer';
  /** Where to go from here. */
  way: { to: '/admin' | '/lista/ninos' | '/lista/mujer'; label: string };
}

/** The screen of what is not there: deleted, mistyped, or not this person's to see. */
export function Gone({ title, message, picture = 'nina', way }: GoneProps) {
  return (
    <Page>
      <VisuallyHidden component="h1">{title}</VisuallyHidden>
      <EmptyState
        title={title}
        message={message}
        picture={picture}
        action={
          <ButtonLink to={way.to} variant="outline">
            {way.label}
          </ButtonLink>
        }
      />
    </Page>
  );
}
