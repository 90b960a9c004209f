import { Button, Stack } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import type { NoVaultReason } from '#domain/device/vault.ts';
import { can, seesEverything } from '#domain/roles.ts';
import { noVault, vaultState } from '#web/device/shown/open-vault.ts';
import { NEWER_HERE } from '#web/device/store/database-versions.ts';
import { wantOpening } from '#web/device/vault-door.ts';
import { useServerReachable } from '#web/lib/server-reach.ts';
import { useSession } from '#web/lib/session.ts';
import { useStore } from '#web/lib/store.ts';
import { ButtonLink } from '#web/ui/page/links.tsx';
import { Page, PageHeader } from '#web/ui/page/page.tsx';
import { Callout } from '#web/ui/shapes/callout.tsx';
import { ColumnGrid } from '#web/ui/shapes/columns.tsx';
import { CantonsCard } from './cantons-card.tsx';
import { MyWork } from './my-work.tsx';
import { ThisDevice } from './this-device.tsx';

const WHY_NOT: Readonly<Record<NoVaultReason, string>> = {
  http: 'Este sitio no usa HTTPS: no se puede trabajar sin señal. Pide a quien administra el sistema que lo active.',
  blocked:
    'Este navegador no deja guardar nada. Sal del modo privado, libera espacio o permite guardar datos de este sitio, y vuelve a iniciar sesión.',
  newer: NEWER_HERE,
  missing: 'Tu libreta no está en este equipo, y sin señal no podrías trabajar. Guárdala con tu contraseña.',
  off: 'El ministerio no permite guardar libretas en los equipos: se trabaja solo con señal.',
};

const CLOSED = 'Lo guardado en este equipo está cerrado. Ábrelo con tu contraseña.';
const NOTHING_YET = 'Aún no hay nada guardado en este equipo. Vuelve a iniciar sesión para empezar.';
const NOT_HERS = 'Tu cuenta no guarda libretas en este equipo.';

function NoVaultCallout({ why }: { why: NoVaultReason }) {
  const reachable = useServerReachable();
  return (
    <Callout tone="warn">
      <Stack gap="xs" align="flex-start">
        {WHY_NOT[why]}
        {why === 'missing' && (
          <Button disabled={!reachable} onClick={() => void wantOpening()}>
            Guardar mi libreta en este equipo
          </Button>
        )}
      </Stack>
    </Callout>
  );
}

/** /equipo: pending records and the booklets on this device. */
export function EquipoScreen() {
  const session = useSession();
  const reason = useStore(noVault);
  const vault = useStore(vaultState);
  const works = session !== null && can(session.roles, 'booklet');
  // A vault is not missing for an account that gets none.
  const why = reason === 'missing' && !works ? null : reason;
  const chooses = session !== null && seesEverything(session.roles);
  return (
    <Page>
      <PageHeader
        title="Este equipo"
        description="Lo que llevas contigo para trabajar sin señal."
        actions={
          <ButtonLink to="/ayuda/sin-senal" variant="subtle" leftSection={<IconHelpCircle size={20} aria-hidden />}>
            Trabajar sin señal
          </ButtonLink>
        }
      />
      {why && <NoVaultCallout why={why} />}
      {!why && vault !== 'open' && (
        <Callout tone="quiet">{vault === 'closed' ? CLOSED : works ? NOTHING_YET : NOT_HERS}</Callout>
      )}
      {vault === 'open' && (
        <Stack gap="var(--gutter)">
          <MyWork />
          {!why && works && (
            <ColumnGrid>
              <ThisDevice />
              {chooses && <CantonsCard />}
            </ColumnGrid>
          )}
        </Stack>
      )}
    </Page>
  );
}
