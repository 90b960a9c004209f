import { Button, Group, Stack, Text, Textarea, VisuallyHidden } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { type Custodian, handoverForm } from '#domain/calls/handover.ts';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { ProgressTrack } from '#web/ui/feedback/progress-track.tsx';
import { useLatestShown } from '#web/ui/feedback/use-latest-shown.ts';
import { FailureAlert } from '#web/ui/form/failure-alert.tsx';
import { useAskingClose } from '#web/ui/form/use-asking-close.ts';
import { useFormSubmission } from '#web/ui/form/use-form-submission.ts';
import { useUnsavedChanges } from '#web/ui/form/use-unsaved-changes.ts';
import { Actions } from '#web/ui/shapes/actions.tsx';
import { AccountField, bookletCount } from './account-field.tsx';
import { accountName } from './handover-api.ts';
import { type HandoverScope, type HandoverState, useHandover } from './use-handover.ts';

export interface HandoverRequest {
  /** The custodian of all booklets to hand over; null: the form asks for it. */
  de?: Custodian | null;
  /** Or the ids of some booklets, with a text for them. */
  personas?: readonly string[];
  what?: string;
}

interface HandoverDialogProps {
  handing: HandoverRequest | null;
  onClose: () => void;
  /** Called once all booklets are handed over. */
  onDone?: (() => void) | undefined;
}

export default function HandoverDialog({ handing, onClose, onDone }: HandoverDialogProps) {
  const { shown, opened } = useLatestShown(handing);
  const [working, setWorking] = useState(false);
  const asking = useAskingClose(onClose);
  return (
    <Dialog
      opened={opened}
      onClose={working ? () => {} : asking.onClose}
      closeOnEscape={!working && asking.closeOnEscape}
      icon={<IconArrowsExchange size={24} aria-hidden />}
      tone="brand"
      title={shown?.personas ? 'Traspasar' : 'Traspasar todo lo de una brigada'}
    >
      {shown && (
        <HandoverForm handing={shown} own={asking.form} onClose={onClose} onDone={onDone} onWorking={setWorking} />
      )}
    </Dialog>
  );
}

const NO_ACCOUNT = 'Elige una cuenta de la lista';
/** Screen readers announce the progress in steps of this many percent. */
const ANNOUNCE_STEP = 25;

function Progress({ state: { settled, total, status } }: { state: HandoverState }) {
  const percent = total > 0 ? Math.floor((settled / total) * 100) : 0;
  const text = `${settled.toLocaleString('es-EC')} de ${bookletCount(total)}`;
  const label = status === 'stopped' ? 'Traspaso detenido' : status === 'stopping' ? 'Deteniendo…' : 'Traspasando';
  return (
    <div>
      <VisuallyHidden role="status">{`${label}: ${Math.floor(percent / ANNOUNCE_STEP) * ANNOUNCE_STEP} %`}</VisuallyHidden>
      <Group justify="space-between" gap="xs">
        <strong>{label}</strong>
        <Text span c="dimmed">
          {text}
        </Text>
      </Group>
      <ProgressTrack label={label} percent={percent} text={text} />
    </div>
  );
}

interface HandoverFormProps extends HandoverDialogProps {
  handing: HandoverRequest;
  /** Identifies this form among those with unsaved changes. */
  own: symbol;
  onWorking: (working: boolean) => void;
}

function HandoverForm({ handing, own, onClose, onDone, onWorking }: HandoverFormProps) {
  const [from, setFrom] = useState(handing.de ?? null);
  const [to, setTo] = useState<Custodian | null>(null);
  /** The accounts at the last submit; an error about one account is hidden once another is chosen. */
  const [tried, setTried] = useState<{ from: Custodian | null; to: Custodian | null }>();
  const [reason, setReason] = useState('');
  const { state, run, stop, moved } = useHandover();
  const { personas } = handing;
  const isChanged = from !== (handing.de ?? null) || to !== null || reason.trim() !== '';
  const { release } = useUnsavedChanges(isChanged, { form: own });
  const leave = () => {
    release();
    onClose();
  };
  const all: HandoverScope | null = personas ? { personas } : from && { de: from._id, total: from.libretas };
  const form = useFormSubmission({
    schema: handoverForm,
    send: async (values) => {
      if (!all) return;
      onWorking(true);
      try {
        if (!(await run(all, values))) return;
        const recipient = to ? accountName(to) : '';
        notify.success({
          title: 'Traspaso terminado',
          message: moved() === 0 ? `Ya estaba a cargo de ${recipient}.` : `${bookletCount(moved())} a ${recipient}.`,
        });
        leave();
        onDone?.();
      } finally {
        onWorking(false);
      }
    },
  });
  const begun = state.status !== 'idle';
  const running = state.status === 'running' || state.status === 'stopping';
  return (
    <form
      {...form.formProps}
      onSubmit={(event) => {
        setTried({ from, to });
        form.formProps.onSubmit(event);
      }}
    >
      <Stack gap="sm" ta="start">
        <Intro handing={handing} from={from} />
        <FailureAlert error={form.failure} />
        {!personas && !handing.de && (
          <AccountField
            name="de"
            label="De quién"
            para="entregar"
            chosen={from}
            disabled={begun}
            error={tried && !from ? NO_ACCOUNT : undefined}
            onChoose={setFrom}
          />
        )}
        <AccountField
          name="a"
          label="A quién"
          para="recibir"
          chosen={to}
          without={from?._id}
          disabled={begun}
          error={tried?.to === to ? form.errorOf('a') : undefined}
          onChoose={setTo}
        />
        <Textarea
          name="motivo"
          label="Motivo"
          description="Se leerá en el historial de cada libreta."
          required
          autosize
          minRows={2}
          maxRows={6}
          readOnly={begun}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          error={form.errorOf('motivo')}
        />
        {begun && <Progress state={state} />}
        <Actions>
          {running ? (
            <Button variant="outline" disabled={state.status === 'stopping'} onClick={stop}>
              Detener
            </Button>
          ) : (
            <>
              <Button variant="outline" onClick={leave}>
                {begun ? 'Cerrar' : 'Cancelar'}
              </Button>
              <Button type="submit" loading={form.sending}>
                {begun ? 'Continuar' : 'Traspasar'}
              </Button>
            </>
          )}
        </Actions>
      </Stack>
    </form>
  );
}

function Intro({ handing, from }: { handing: HandoverRequest; from: Custodian | null }): ReactNode {
  if (handing.personas)
    return (
      <p>
        <strong>{handing.what}</strong> pasará a estar a cargo de otra brigada, con todos sus registros. Quien la
        registró seguirá constando como responsable del registro.
      </p>
    );
  if (!from) return <p>Todas sus libretas pasarán a estar a cargo de otra brigada.</p>;
  return (
    <p>
      {from.libretas === 1 ? 'La libreta' : `Las ${bookletCount(from.libretas)}`} de{' '}
      <strong>{accountName(from)}</strong> {from.libretas === 1 ? 'pasará' : 'pasarán'} a estar a cargo de otra brigada.
    </p>
  );
}
