import { Button } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { coversScreen, openingPrompt } from '#web/device/shown/opening-prompt.ts';
import { newVersion } from '#web/lib/new-version.ts';
import { useStore } from '#web/lib/store.ts';
import { ErrorBoundary } from '#web/ui/feedback/error-boundary.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { AppHeader } from './header.tsx';
import { Overlays } from './overlays.tsx';
import { accountChanges } from './session-effects.ts';
import classes from './shell.module.css';
import { Title } from './title.tsx';
import { useNavigationFocus } from './use-navigation-focus.ts';

const NewVersionBanner = lazyPart(() => import('./new-version-banner.tsx'));

const MAIN_ID = 'contenido';
/** A class of react-remove-scroll: keeps the width when a dialog hides the scroll bar. */
const BESIDE_SCROLL_BAR = 'right-scroll-bar-position';

export function Shell() {
  useNavigationFocus(MAIN_ID);
  const openingRequest = useStore(openingPrompt);
  const covered = openingRequest !== null && coversScreen(openingRequest.why);
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
        <AppHeader />
      </header>
      <main id={MAIN_ID} tabIndex={-1} className={classes.main}>
        <ConnectionBanner />
        {useStore(newVersion) && <NewVersionBanner />}
        {/* A covered screen is not rendered at all. */}
        <ErrorBoundary key={useStore(accountChanges)}>{covered ? null : <Outlet />}</ErrorBoundary>
      </main>
      <Overlays />
    </>
  );
}
