import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { Reauthentication } from '#web/lib/reauthentication.ts';
import dialog from '#web/ui/feedback/dialog.module.css';
import { useLatestShown } from '#web/ui/feedback/use-latest-shown.ts';
import { SessionEndedForm } from './session-ended-form.tsx';

interface SessionEndedDialogProps {
  ended: Reauthentication | null;
  onLeave: () => Promise<void>;
}

/** Asks the same person for the password, above the screen as it was; what failed then goes on by itself. */
export default function SessionEndedDialog({ ended, onLeave }: SessionEndedDialogProps) {
  const { shown, opened } = useLatestShown(ended);
  const leave = async () => {
    ended?.settle(false);
    await onLeave();
  };
  return (
    <Modal.Root
      opened={opened}
      onClose={() => undefined}
      closeOnEscape={false}
      centered
      radius={20}
      zIndex={600}
      classNames={dialog}
    >
      <Modal.Overlay />
      <Modal.Content>
        <div className={dialog.disc} data-tone="question">
          <IconLock size={24} aria-hidden />
        </div>
        <Modal.Title>Tu sesión terminó</Modal.Title>
        <Modal.Body>{shown && <SessionEndedForm cedula={shown.previous.cedula} onLeave={leave} />}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
