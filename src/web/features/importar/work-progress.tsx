import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import type { Import, ImportState } from '#domain/calls/importing.ts';
import { ProgressTrack } from '#web/ui/feedback/progress-track.tsx';
import { headingOf, isSecondLook, rowCount, whole } from './import-words.ts';
import { stop } from './imports-api.ts';
import type { ImportAction } from './use-import-action.ts';

/** What happens when the work is stopped. */
const AFTER_STOP: Partial<Record<ImportState, string>> = {
  recibida: 'Si la detienes, tendrás que subir el archivo otra vez.',
  leyendo: 'Si la detienes, tendrás que subir el archivo otra vez.',
  ensayando: 'Si lo detienes, vuelves a elegir las columnas.',
  importando: 'Si la detienes, lo que ya se guardó se queda y después puedes seguir.',
  deshaciendo: 'Si lo detienes, lo que ya se deshizo queda deshecho y después puedes seguir.',
};

/** The finished part of the present work in percent; null while it is not known. */
export const percentOf = ({ hechas, porHacer }: Pick<Import, 'hechas' | 'porHacer'>): number | null =>
  porHacer > 0 ? Math.min(100, Math.floor((hechas / porHacer) * 100)) : null;

function queueText(before: number): string {
  if (before === 0) return 'Empieza en un momento.';
  return before === 1 ? 'Antes va otra importación.' : `Antes van otras ${whole(before)} importaciones.`;
}

function remainingText({ estado, hechas, porHacer }: Import): string {
  const left = Math.max(0, porHacer - hechas);
  if (porHacer === 0) return '';
  if (estado === 'ensayando' || estado === 'leyendo') return `${whole(hechas)} de ${rowCount(porHacer)}`;
  return left === 1 ? 'Queda 1 fila' : `Quedan ${rowCount(left)}`;
}

/** How far the server is with an import, and a button that stops it. */
export function WorkProgress({ current, action }: { current: Import; action: ImportAction }) {
  const { _id, estado, delante, hechas } = current;
  const percent = percentOf(current);
  const waits = estado === 'recibida' || (delante > 0 && hechas === 0);
  const afterStop = isSecondLook(current) ? undefined : AFTER_STOP[estado];
  const text = waits ? queueText(delante) : remainingText(current);
  return (
    <Stack gap="sm">
      <div>
        <Group justify="space-between" gap="xs">
          <Text span>{text}</Text>
          {percent !== null && !waits && (
            <Text span c="dimmed">
              {percent} %
            </Text>
          )}
        </Group>
        <ProgressTrack label={headingOf(current)} percent={waits ? null : percent} text={text} />
      </div>
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed" flex="1 1 16rem">
          Puedes salir de esta página o cerrar el navegador: el servidor sigue trabajando.
        </Text>
        {afterStop && (
          <Button
            data-closes
            variant="outline"
            leftSection={<IconPlayerStop size={20} aria-hidden />}
            loading={action.running === 'parar'}
            onClick={() => void action.run('parar', () => stop(_id))}
          >
            Detener
          </Button>
        )}
      </Group>
      {afterStop && (
        <Text size="sm" c="dimmed">
          {afterStop}
        </Text>
      )}
    </Stack>
  );
}
