import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconRefresh, IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { showInstantMinute } from '#domain/calendar.ts';
import { cantonNames } from '#web/device/shown/device-data-text.ts';
import { deviceStatus } from '#web/device/shown/status.ts';
import { workStatus } from '#web/device/shown/status-text.ts';
import { compareAll, forgetHere } from '#web/device/work/keep-booklets.ts';
import { useServerReachable } from '#web/lib/server-reach.ts';
import { useStore } from '#web/lib/store.ts';
import { useStatusWords } from '#web/ui/device/use-work-status.ts';
import { confirmDialog } from '#web/ui/feedback/confirm-dialog.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { ProgressTrack } from '#web/ui/feedback/progress-track.tsx';
import { Card } from '#web/ui/shapes/card.tsx';
import { Facts } from '#web/ui/shapes/facts.tsx';

interface StorageUse {
  /** Storage used by the application, in bytes. */
  readonly used: number | undefined;
  /** Whether the browser does not evict the storage by itself. */
  readonly persistent: boolean;
}

/** @param trigger a value whose change triggers a new measurement */
function useStorageUse(trigger: unknown): StorageUse | null {
  const [room, setRoom] = useState<StorageUse | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: downloaded booklets change the used storage
  useEffect(() => {
    let here = true;
    const ask = async () => {
      const { usage } = (await navigator.storage?.estimate?.()) ?? {};
      const persistent = (await navigator.storage?.persisted?.()) ?? false;
      if (here) setRoom({ used: usage, persistent });
    };
    ask().catch(() => undefined);
    return () => {
      here = false;
    };
  }, [trigger]);
  return room;
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toLocaleString('es-EC', { maximumFractionDigits: 1 })} MB`;

/** Pending records have cards of their own. */
const NOTHING = workStatus(null, { is: 'idle' }, 0);

/** How many booklets are on this device, how current they are, and the actions for them. */
export function ThisDevice() {
  const status = useStore(deviceStatus);
  const reachable = useServerReachable();
  const room = useStorageUse(status?.got);
  const words = useStatusWords(status, NOTHING);
  const [comparing, setComparing] = useState(false);
  if (!status) return null;
  const { got, total, contacto, completo, cantones } = status;
  const compare = async () => {
    setComparing(true);
    const done = await compareAll();
    setComparing(false);
    if (done)
      notify.success({ title: 'Todo está igual', message: 'Lo de este equipo es lo mismo que hay en el servidor.' });
    else notify.error({ title: 'No se pudo revisar', message: 'Inténtalo de nuevo cuando haya señal.' });
  };
  const forget = async () => {
    const sure = await confirmDialog({
      title: '¿Borrar lo guardado en este equipo?',
      message: 'Las libretas siguen en el servidor. Para volver a trabajar sin señal tendrás que bajarlas otra vez.',
      confirmLabel: 'Borrar lo guardado',
    });
    if (sure && !(await forgetHere()))
      notify.error({ title: 'No se borró nada', message: 'Tienes registros por enviar: envíalos antes de borrar.' });
  };
  return (
    <Card as="section" aria-labelledby="equipo-estado">
      <Title order={2} id="equipo-estado" mb="sm">
        {words}
      </Title>
      <Stack gap="md">
        {!completo && total > 0 && (
          <ProgressTrack label="Bajando tu libreta" percent={Math.floor((got / total) * 100)} text={words} />
        )}
        <Facts
          layout="rows"
          facts={[
            { label: 'Último contacto', value: contacto ? showInstantMinute(contacto) : 'Todavía ninguno' },
            { label: 'Libretas en este equipo', value: got.toLocaleString('es-EC') },
            ...(cantones.length > 0 ? [{ label: 'Cantones', value: cantonNames(cantones) }] : []),
            ...(room?.used === undefined ? [] : [{ label: 'Espacio que ocupan', value: megabytes(room.used) }]),
            ...(room
              ? [
                  {
                    label: 'Permanencia',
                    value: room.persistent
                      ? 'El navegador no las borra por su cuenta'
                      : 'El navegador puede borrarlas si falta espacio: instala la aplicación',
                  },
                ]
              : []),
          ]}
        />
        <Text size="sm" c="dimmed">
          Todo se guarda cifrado: se abre con tu contraseña, o con la llave que tiene el servidor. Mientras lo tengas
          abierto, lo ve quien tenga el equipo en la mano.
        </Text>
        <Group gap="xs">
          <Button
            variant="outline"
            leftSection={<IconRefresh size={18} aria-hidden />}
            loading={comparing}
            disabled={!reachable}
            onClick={() => void compare()}
          >
            Revisar que todo esté igual
          </Button>
          <Button
            variant="subtle"
            color="var(--danger)"
            leftSection={<IconTrash size={18} aria-hidden />}
            onClick={() => void forget()}
          >
            Borrar lo guardado
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
