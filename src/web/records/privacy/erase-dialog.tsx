import { Button, Stack, Textarea } from '@mantine/core';
import { IconEraser } from '@tabler/icons-react';
import { useState } from 'react';
import { erasePerson } from '#domain/calls/journal.ts';
import { call } from '#web/lib/call.ts';
import { removeDraftsAbout } from '#web/lib/drafts.ts';
import { removeNotesAbout } from '#web/records/my-day/late-notes.ts';
import { confirmDialog } from '#web/ui/feedback/confirm-dialog.ts';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { useLatestShown } from '#web/ui/feedback/use-latest-shown.ts';
import { FailureAlert } from '#web/ui/form/failure-alert.tsx';
import { useAskingClose } from '#web/ui/form/use-asking-close.ts';
import { useFormSubmission } from '#web/ui/form/use-form-submission.ts';
import { useUnsavedChanges } from '#web/ui/form/use-unsaved-changes.ts';
import { Actions } from '#web/ui/shapes/actions.tsx';

export interface Erasable {
  _id: string;
  name: string;
}

interface EraseDialogProps {
  person: Erasable | null;
  onClose: () => void;
  onErased: (person: Erasable) => void | Promise<void>;
}

/** Asks for the reason and then for a confirmation. */
export default function EraseDialog({ person, onClose, onErased }: EraseDialogProps) {
  const { shown, opened } = useLatestShown(person);
  const { form, ...asking } = useAskingClose(onClose);
  return (
    <Dialog
      opened={opened}
      {...asking}
      icon={<IconEraser size={24} aria-hidden />}
      tone="low"
      title="Borrar para siempre"
    >
      {shown && <EraseForm key={shown._id} person={shown} own={form} onClose={onClose} onErased={onErased} />}
    </Dialog>
  );
}

function EraseForm({ person, own, onClose, onErased }: EraseDialogProps & { person: Erasable; own: symbol }) {
  const [reason, setReason] = useState('');
  const { release } = useUnsavedChanges(reason.trim() !== '', { form: own });
  const leave = () => {
    release();
    onClose();
  };
  const form = useFormSubmission({
    schema: erasePerson.body,
    send: async ({ motivo }) => {
      const sure = await confirmDialog({
        title: '¿Borrar para siempre?',
        detail: person.name,
        message:
          'Se borrarán sus datos, todos sus registros y lo que la auditoría guarda de ellos. No se puede deshacer.',
        confirmLabel: 'Borrar para siempre',
      });
      if (!sure) return;
      const { message } = await call(erasePerson, { params: { id: person._id }, body: { motivo } });
      removeDraftsAbout(person._id);
      removeNotesAbout(person._id);
      notify.success({ title: 'Borrado para siempre', message });
      leave();
      await onErased(person);
    },
  });
  return (
    <form {...form.formProps}>
      <Stack gap="sm" ta="start">
        <p>
          <strong>{person.name}</strong>: nadie podrá recuperar sus datos ni sus registros. La auditoría guardará que se
          borraron, quién lo hizo y por qué.
        </p>
        <FailureAlert error={form.failure} />
        <Textarea
          name="motivo"
          label="Motivo"
          description="Por ejemplo, la solicitud de la persona o de su representante."
          required
          autosize
          minRows={2}
          maxRows={6}
          data-autofocus
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          error={form.errorOf('motivo')}
        />
        <Actions>
          <Button variant="outline" onClick={leave}>
            Cancelar
          </Button>
          <Button type="submit" color="rojo" loading={form.sending}>
            Continuar
          </Button>
        </Actions>
      </Stack>
    </form>
  );
}
