import { Button } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { takeovers } from '#web/app/session-effects.ts';
import { useStore } from '#web/lib/store.ts';
import { ErrorBoundary } from '#web/ui/feedback/error-boundary.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { Header } from './header.tsx';
import { Overlays } from './overlays.tsx';
import classes from './shell.module.css';
import { Title } from './title.tsx';
import { useNavigationFocus } from './use-navigation-focus.ts';

const MAIN_ID = 'contenido';
/** Of react-remove-scroll: does not grow where a dialog takes the scroll bar away. */
const BESIDE_SCROLL_BAR = 'right-scroll-bar-position';

/** What surrounds every screen. */
export function Shell() {
  useNavigationFocus(MAIN_ID);
  return (
    <>
      <Title />
      <header className={`${classes.header} ${BESIDE_SCROLL_BAR}`} data-only="screen">
        <Button
          component="a"
          href={`#${MAIN_ID}`}
          className={classes.skip ?? ''}
          onClick={(event) => {
            event.preventDefault();
            document.getElementById(MAIN_ID)?.focus();
          }}
        >
          Saltar al contenido
        </Button>
        <Header />
      </header>
      <main id={MAIN_ID} tabIndex={-1} className={classes.main}>
        <ConnectionBanner />
        <ErrorBoundary key={useStore(takeovers)}>
          <Outlet />
        </ErrorBoundary>
      </main>
      <Overlays />
    </>
  );
}
