import { Button, MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { Landing } from '#web/features/home/landing.tsx';
import { cssVariablesResolver, theme } from '#web/theme/theme.ts';
import { BrandMark } from './brand-mark.tsx';
import header from './header.module.css';
import shell from './shell.module.css';

/** Reserves the space of the buttons, which depend on the session. */
const LATER = { visibility: 'hidden' } as const;

/** The landing screen as static HTML, which the build writes into the page of `/`. */
export function firstPage(nonce: string): string {
  return renderToStaticMarkup(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      forceColorScheme="light"
      getStyleNonce={() => nonce}
    >
      <header className={shell.header}>
        <div className={header.inner}>
          <a href="/" className={header.brand} aria-label="Libreta Integral de Salud">
            <BrandMark />
          </a>
        </div>
      </header>
      <main className={shell.main}>
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
        />
      </main>
    </MantineProvider>,
  );
}
