import { Button, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticSignin } from '#web/features/auth/static-signin.tsx';
import { Landing } from '#web/features/home/landing.tsx';
import { theme } from '#web/theme/theme.ts';
import { BrandMark } from './brand-mark.tsx';
import header from './header.module.css';
import shell from './shell.module.css';

/** Reserves the space of the buttons, which depend on the session. */
const LATER = { visibility: 'hidden' } as const;

/** A screen within the application's header as static HTML. */
const staticPage = (nonce: string, screen: ReactNode): string =>
  renderToStaticMarkup(
    <MantineProvider theme={theme} forceColorScheme="light" getStyleNonce={() => nonce}>
      <header className={shell.header}>
        <div className={header.inner}>
          <a href="/" className={header.brand} aria-label="Libreta Integral de Salud">
            <BrandMark />
          </a>
        </div>
      </header>
      <main className={shell.main}>{screen}</main>
    </MantineProvider>,
  );

/** The landing screen, which the build writes into the page of `/`. */
export const firstPage = (nonce: string): string =>
  staticPage(
    nonce,
    <Landing
      ways={
        <>
          <Button component="span" size="lg" style={LATER}>
            INICIAR SESIÓN
          </Button>
          <Button component="span" size="lg" style={LATER}>
            REGISTRARSE
          </Button>
        </>
      }
    />,
  );

/** The form that the build writes into the page of /login. */
export const signinPage = (nonce: string): string => staticPage(nonce, <StaticSignin />);
