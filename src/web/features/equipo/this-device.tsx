import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconRefresh, IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { showInstantMinute } from '#domain/calendar.ts';
import { cantonNames } from '#web/device/shown/shown-words.ts';
import { deviceStatus } from '#web/device/shown/status.ts';
import { workStatus } from '#web/device/shown/words.ts';
import { compareAll, forgetHere } from '#web/device/work/keep-booklets.ts';
import { useServerReachable } from '#web/lib/server-reach.ts';
import { useStore } from '#web/lib/store.ts';
import { useStatusWords } from '#web/ui/device/use-work-status.ts';
import { confirmDialog } from '#web/ui/feedback/confirm-dialog.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { ProgressTrack } from '#web/ui/feedback/progress-track.tsx';
import { Card } from '#web/ui/shapes/card.tsx';
import { Facts } from '#web/ui/shapes/facts.tsx';

interface Room {
  /** Bytes that the application takes here. */
  readonly used: number | undefined;
  /** Whether the browser throws none of it away by itself. */
  readonly kept: boolean;
}

/** @param anew asks again with every change of it */
function useRoom(anew: unknown): Room | null {
  const [room, setRoom] = useState<Room | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has come down takes room
  useEffect(() => {
    let here = true;
    const ask = async () => {
      const { usage } = (await navigator.storage?.estimate?.()) ?? {};
      const kept = (await navigator.storage?.persisted?.()) ?? false;
      if (here) setRoom({ used: usage, kept });
    };
    ask().catch(() => undefined);
    return () => {
      here = false;
    };
  }, [anew]);
  return room;
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toLocaleString('es-EC', { maximumFractionDigits: 1 })} MB`;

/** What waits has cards of its own. */
const NOTHING = workStatus(null, { is: 'idle' }, 0);

/** How much is here, how fresh it is, and what can be done about it. */
export function ThisDevice() {
  const status = useStore(deviceStatus);
  const reachable = useServerReachable();
  const room = useRoom(status?.got);
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
                    value: room.kept
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
