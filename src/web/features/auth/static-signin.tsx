import { Box, Button, Loader, Stack, Text } from '@mantine/core';
import { LOADER_MIDDLE } from '#web/theme/components.ts';
import { AuthFoot, AuthLayout, AuthTitle } from './auth-layout.tsx';
import { CredentialFields, SIGN_IN } from './credential-fields.tsx';

/** Where and how large the button of the application shows it. */
const OVER_BUTTON = { position: 'absolute', top: '50%', left: '50%', ...LOADER_MIDDLE } as const;
const LOADER_SIZE = 'calc(3.125rem / 1.8)';

/** Reserves the space of what only the application can do or know. */
const LATER = { visibility: 'hidden' } as const;

/**
 * The form of /login as the build writes it into the page. People type while the code loads; then the application takes over what they typed
 * (`take-over.ts`). The method "dialog" never sends a form that is not in a dialog, so no password gets into an address.
 */
export const StaticSignin = () => (
  <AuthLayout>
    <form method="dialog" noValidate>
      <AuthTitle title={SIGN_IN.title} lead={SIGN_IN.lead} />
      <Text role="alert" c="var(--danger)" data-unloaded hidden>
        No se pudo cargar la aplicación. Revisa tu conexión y vuelve a cargar la página.
      </Text>
      <Stack gap="md">
        <CredentialFields password={{ visibilityToggleButtonProps: { style: LATER } }} />
      </Stack>
      <Box pos="relative" lh={1}>
        <Button type="submit" color="achiote" size="lg" fullWidth>
          {SIGN_IN.button}
        </Button>
        <span hidden style={OVER_BUTTON} data-loader>
          <Loader color="var(--mantine-color-white)" size={LOADER_SIZE} />
        </span>
      </Box>
      <div style={LATER}>
        <AuthFoot>
          ¿Aún no tienes cuenta? <span>REGISTRARSE</span>
        </AuthFoot>
      </div>
    </form>
  </AuthLayout>
);
