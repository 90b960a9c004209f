import { Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconArrowBackUp, IconFileImport } from '@tabler/icons-react';
import { showInstantDay, showInstantMinute } from '#domain/calendar.ts';
import type { Import } from '#domain/calls/importing.ts';
import { confirmDialog } from '#web/ui/feedback/confirm-dialog.ts';
import { Actions } from '#web/ui/shapes/actions.tsx';
import { Callout } from '#web/ui/shapes/callout.tsx';
import { rowCount, rowsToWrite, savedText, stateCount, writtenText } from './import-words.ts';
import { begin, undo } from './imports-api.ts';
import { leftOutText, type StepProps } from './rehearsal-step.tsx';

function UndoneText({ totales }: Import) {
  return (
    <>
      <Text>
        {totales.deshecha === 1 ? 'Se deshizo' : 'Se deshicieron'} {rowCount(totales.deshecha)}.
      </Text>
      {totales.conservada > 0 && (
        <Callout tone="warn" icon={<IconAlertTriangle size={20} aria-hidden />}>
          <b>{stateCount('conservada', totales.conservada)}.</b> Cada fila dice abajo por qué se quedó como está.
        </Callout>
      )}
    </>
  );
}

/** What an import did, and what can still be done with it. */
export function ResultStep({ current, action, deciding }: StepProps) {
  const { _id, estado, terminada, fallo, creadas, cambiadas } = current;
  const remaining = rowsToWrite(current);
  const written = creadas + cambiadas;
  // An import that wrote nothing has nothing to undo.
  const deshacerHasta = written > 0 ? current.deshacerHasta : null;
  const askUndo = async () => {
    const agreed = await confirmDialog({
      title: '¿Deshacer la importación?',
      detail: writtenText(current),
      message:
        'Lo que creó se elimina y lo que cambió vuelve a ser como era. Lo que alguien cambió después se queda como está, y también las opciones que se agregaron a las listas.',
      confirmLabel: 'Deshacer la importación',
    });
    if (agreed) await action.run('deshacer', () => undo(_id));
  };
  return (
    <Stack gap="sm">
      {estado === 'deshecha' ? (
        <UndoneText {...current} />
      ) : (
        <Text>
          {savedText(current)} {leftOutText(current)}
          {remaining > 0 && ` ${remaining === 1 ? 'Falta' : 'Faltan'} ${rowCount(remaining)} por importar.`}
        </Text>
      )}
      {fallo && (
        <Callout tone="low" icon={<IconAlertTriangle size={20} aria-hidden />}>
          {fallo}
        </Callout>
      )}
      {terminada && (
        <Text size="sm" c="dimmed">
          {showInstantMinute(terminada)}
          {deshacerHasta && `. La puedes deshacer hasta el ${showInstantDay(deshacerHasta)}.`}
        </Text>
      )}
      {(deshacerHasta !== null || (estado !== 'deshecha' && remaining > 0)) && (
        <Actions>
          {deshacerHasta !== null && (
            <Button
              variant="outline"
              c="var(--danger)"
              leftSection={<IconArrowBackUp size={20} aria-hidden />}
              loading={action.running === 'deshacer'}
              onClick={() => void askUndo()}
            >
              Deshacer la importación
            </Button>
          )}
          {estado !== 'deshecha' && remaining > 0 && (
            <Button
              data-closes
              color="achiote"
              leftSection={<IconFileImport size={20} aria-hidden />}
              loading={deciding || action.running === 'importar'}
              onClick={() => void action.run('importar', () => begin(_id))}
            >
              Seguir importando {rowCount(remaining)}
            </Button>
          )}
        </Actions>
      )}
    </Stack>
  );
}
