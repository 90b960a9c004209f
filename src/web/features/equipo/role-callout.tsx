import { Button, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { recordsText } from '#web/device/shown/status-text.ts';
import { withWakeLock } from '#web/device/work/wake-lock.ts';
import type { Work } from '#web/device/work/work.ts';
import { errorDetail } from '#web/lib/api-errors.ts';
import { useServerReachable } from '#web/lib/server-reach.ts';
import { confirmDialog } from '#web/ui/feedback/confirm-dialog.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { Callout } from '#web/ui/shapes/callout.tsx';

/** For an account that may no longer send: its pending records can be handed to supervision. */
export function RoleCallout({ work, many }: { work: Work; many: number }) {
  const reachable = useServerReachable();
  const [busy, setBusy] = useState(false);
  const handIn = async () => {
    const sure = await confirmDialog({
      title: '¿Entregar a supervisión?',
      message: `Supervisión recibe ${recordsText(many)} y decide qué se guarda. En este equipo ya no quedan por enviar.`,
      confirmLabel: 'Entregar',
      tone: 'question',
    });
    if (!sure) return;
    setBusy(true);
    try {
      const handed = await withWakeLock(work.mend.handInAll);
      notify.success({ title: 'Entregado a supervisión', message: `Supervisión tiene ahora ${recordsText(handed)}.` });
    } catch (error) {
      notify.error({
        title: 'No se entregó todo',
        message: `${errorDetail(error)} Lo que falta sigue en este equipo.`,
      });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Callout tone="warn">
      <Stack gap="xs" align="flex-start">
        <Title order={2} fz="md">
          Tu cuenta ya no puede enviar registros
        </Title>
        <Text size="sm">
          Tienes {recordsText(many)} en este equipo. {many === 1 ? 'Entrégalo' : 'Entrégalos'} a supervisión para que no
          se {many === 1 ? 'pierda' : 'pierdan'}.
        </Text>
        <Button loading={busy} disabled={!reachable} onClick={() => void handIn()}>
          Entregar a supervisión
        </Button>
      </Stack>
    </Callout>
  );
}
