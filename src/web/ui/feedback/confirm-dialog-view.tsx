import { Button, Text } from '@mantine/core';
import { IconHelp, IconTrash } from '@tabler/icons-react';
import { useServerReachable } from '#web/lib/server-reach.ts';
import { useStore } from '#web/lib/store.ts';
import { openConfirm, workingConfirm } from './confirm-dialog.ts';
import { Dialog } from './dialog.tsx';
import { useLatestShown } from './use-latest-shown.ts';

export default function ConfirmDialogView() {
  const current = useStore(openConfirm);
  const { shown, opened } = useLatestShown(current);

  const working = useStore(workingConfirm) === shown && shown !== null;
  const reachable = useServerReachable();
  const viaServer = shown?.viaServer;
  const danger = shown?.tone !== 'question';
  const Icon = danger ? IconTrash : IconHelp;
  const close = (confirmed: boolean) => current?.settle(confirmed);
  const cancel = () => {
    if (!working) close(false);
  };
  return (
    <Dialog
      alert
      opened={opened}
      onClose={cancel}
      closeOnEscape={!working}
      zIndex={300}
      icon={<Icon size={24} aria-hidden />}
      tone={danger ? 'low' : 'brand'}
      title={shown?.title}
      actions={
        <>
          {shown?.cancelHref ? (
            <Button
              component="a"
              href={shown.cancelHref}
              target="_blank"
              rel="noreferrer"
              variant="outline"
              data-autofocus
              onClick={() => close(false)}
            >
              {shown.cancelLabel}
            </Button>
          ) : (
            <Button variant="outline" data-autofocus disabled={working} onClick={() => close(false)}>
              {shown?.cancelLabel ?? 'Cancelar'}
            </Button>
          )}
          {viaServer && (
            <Button
              variant="outline"
              disabled={!reachable}
              onClick={() => {
                viaServer.run();
                close(false);
              }}
            >
              {reachable ? viaServer.label : viaServer.withoutSignal}
            </Button>
          )}
          <Button color={danger ? 'rojo' : 'laguna'} loading={working} onClick={() => close(true)}>
            {shown?.confirmLabel}
          </Button>
        </>
      }
    >
      {shown?.detail && (
        <Text component="strong" display="block" inherit fw="var(--mantine-font-weight-bold)" c="var(--ink)">
          {shown.detail}{' '}
        </Text>
      )}
      <span>{shown?.message}</span>
    </Dialog>
  );
}
