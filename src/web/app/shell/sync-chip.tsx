import { Box, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCloudDown,
  IconCloudOff,
  IconCloudUp,
  IconLock,
  IconLockOpenOff,
  type TablerIcon,
} from '@tabler/icons-react';
import type { NoVaultReason } from '#domain/device/vault.ts';
import { noVault } from '#web/device/shown/open-vault.ts';
import { type DeviceStatus, deviceStatus } from '#web/device/shown/status.ts';
import { formatCount, type WorkStatus } from '#web/device/shown/status-text.ts';
import { type ApplicationHere, applicationHere } from '#web/lib/application-here.ts';
import { useServerReachable } from '#web/lib/server-reach.ts';
import { useStore } from '#web/lib/store.ts';
import { useStatusWords, useWorkStatus } from '#web/ui/device/use-work-status.ts';
import { ButtonLink } from '#web/ui/page/links.tsx';

/** Why there is no vault; the page behind the chip explains what to do. `off` hides the chip. */
const WITHOUT_VAULT: Readonly<Record<NoVaultReason, string>> = {
  http: 'Este sitio no usa HTTPS: no se puede trabajar sin señal',
  blocked: 'Este navegador no puede guardar tu libreta',
  newer: 'Hay una versión nueva: recarga la página',
  missing: 'Tu libreta no está en este equipo: guárdala',
  off: '',
};

function iconOf(
  { phase, completo }: DeviceStatus,
  { toSend, toDecide, sending }: WorkStatus,
  reachable: boolean,
  application: ApplicationHere,
): TablerIcon {
  if (toDecide > 0 || sending.is === 'role') return IconAlertTriangle;
  if (!reachable) return IconCloudOff;
  if (toSend > 0) return sending.is === 'password' ? IconLock : IconCloudUp;
  if (phase === 'full' || phase === 'old') return IconAlertTriangle;
  if (application === 'never') return IconAlertTriangle;
  return completo && application === 'here' ? IconCircleCheck : IconCloudDown;
}

/** The part of the text shown beside the icon on a narrow screen. */
function figureOf({ completo, got, total }: DeviceStatus, { toSend, toDecide }: WorkStatus, words: string): string {
  const waits = formatCount(toDecide || toSend);
  if (toSend + toDecide > 0) return words.includes(waits) ? waits : '';
  return !completo && total > 0 ? `${Math.floor((got / total) * 100)} %` : '';
}

/** Shows whether the device is ready for work offline and how much is pending; links to /equipo. */
export function SyncChip() {
  const status = useStore(deviceStatus);
  const work = useWorkStatus();
  const statusText = useStatusWords(status, work);
  const reachable = useServerReachable();
  const application = useStore(applicationHere);
  const why = useStore(noVault);
  const words = status ? statusText : why && WITHOUT_VAULT[why];
  if (!words) return null;
  const iconWithout = why === 'missing' ? IconAlertTriangle : IconLockOpenOff;
  const Icon = status ? iconOf(status, work, reachable, application) : iconWithout;
  const figure = status && figureOf(status, work, words);
  return (
    <ButtonLink to="/equipo" variant="subtle" size="sm" px="xs" aria-label={words} title={words}>
      <Icon size={22} aria-hidden />
      <Text span inherit truncate maw="18rem" visibleFrom="xl" ml="2xs">
        {words}
      </Text>
      {figure && (
        <Box component="span" hiddenFrom="xl" ml="2xs">
          {figure}
        </Box>
      )}
    </ButtonLink>
  );
}
