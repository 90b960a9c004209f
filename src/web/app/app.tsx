import { MantineProvider } from '@mantine/core';
import { QueryClientContext } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { loadingClient } from '#web/lib/loaded.ts';
import { useStore } from '#web/lib/store.ts';
import { styleNonce } from '#web/lib/style-nonce.ts';
import { cssVariablesResolver } from '#web/theme/design.ts';
import { theme } from '#web/theme/theme.ts';
import { ErrorBoundary } from '#web/ui/feedback/error-boundary.tsx';
import { router } from './router.tsx';

export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      forceColorScheme="light"
      getStyleNonce={styleNonce}
    >
      <ErrorBoundary>
        <QueryClientContext value={useStore(loadingClient)}>
          <RouterProvider router={router} />
        </QueryClientContext>
      </ErrorBoundary>
    </MantineProvider>
  );
}
