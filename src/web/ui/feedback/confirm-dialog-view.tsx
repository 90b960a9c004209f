import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Button, Modal } from '@mantine/core';
import { IconHelp, IconTrash } from '@tabler/icons-react';
import { useStore } from '#web/lib/store.ts';
import { openConfirm } from './confirm-dialog.ts';
import classes from './dialog.module.css';
import { useLatestShown } from './use-latest-shown.ts';

/** Mantine writes role="dialog"; this one interrupts and asks. */
const asAlertDialog = (element: HTMLElement | null) => element?.setAttribute('role', 'alertdialog');

export default function ConfirmDialogView() {
  const current = useStore(openConfirm);
  const { shown, opened } = useLatestShown(current);

  const danger = shown?.tone !== 'question';
  const Icon = danger ? IconTrash : IconHelp;
  const close = (confirmed: boolean) => current?.settle(confirmed);
  return (
    <Modal.Root opened={opened} onClose={() => close(false)} centered radius={20} zIndex={300} classNames={classes}>
      <Modal.Overlay />
      <Modal.Content ref={asAlertDialog}>
        <div className={classes.disc} data-tone={danger ? 'danger' : 'question'}>
          <Icon size={24} aria-hidden />
        </div>
        <Modal.Title>{shown?.title}</Modal.Title>
        <Modal.Body>
          {shown?.detail && <strong className={classes.detail}>{shown?.detail} </strong>}
          {shown?.message}
        </Modal.Body>
        <div className={classes.actions}>
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
            <Button variant="outline" data-autofocus onClick={() => close(false)}>
              {shown?.cancelLabel ?? 'Cancelar'}
            </Button>
          )}
          <Button color={danger ? 'rojo' : 'laguna'} onClick={() => close(true)}>
            {shown?.confirmLabel}
          </Button>
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}
