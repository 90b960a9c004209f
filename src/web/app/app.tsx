import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { queryClient } from '#web/lib/query-client.ts';
import { styleNonce } from '#web/lib/style-nonce.ts';
import { cssVariablesResolver, theme } from '#web/theme/theme.ts';
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
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </ErrorBoundary>
    </MantineProvider>
  );
}
