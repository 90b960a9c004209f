import { Button, Stack, Text, Textarea, Title } from '@mantine/core';
import { useId, useState } from 'react';
import { showInstantDay, showInstantMinute } from '#domain/calendar.ts';
import { RETAINED_REASON_TEXTS } from '#domain/calls/operation.ts';
import { closingForm, type RetainedWrite } from '#domain/calls/retained.ts';
import { accountName, refreshCustody } from '#web/records/handover/handover-api.ts';
import { ChangeList } from '#web/records/history/change-list.tsx';
import { BOOKLET_OF } from '#web/records/history/person-of.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { SideSheet } from '#web/ui/feedback/side-sheet.tsx';
import { useLatestShown } from '#web/ui/feedback/use-latest-shown.ts';
import { FailureAlert } from '#web/ui/form/failure-alert.tsx';
import { useAskingClose } from '#web/ui/form/use-asking-close.ts';
import { useFormSubmission } from '#web/ui/form/use-form-submission.ts';
import { useUnsavedChanges } from '#web/ui/form/use-unsaved-changes.ts';
import { TextLink } from '#web/ui/page/links.tsx';
import { Actions } from '#web/ui/shapes/actions.tsx';
import { Facts } from '#web/ui/shapes/facts.tsx';
import { accept, close } from './retained-api.ts';
import { PersonOf } from './retained-facts.tsx';
import { acceptanceText, actionOf, custodyPeriodsText, decisionText, retainedTitle } from './retained-words.ts';

interface RetainedSheetProps {
  row: RetainedWrite | null;
  onClose: () => void;
  /** Called after a decision, also one by another account. */
  onDecided: () => void;
}

function factsOf(row: RetainedWrite) {
  const { quien, recibida, motivo, registrada, resuelta, resueltaPor, razon, persona, seBorra } = row;
  return [
    { label: 'Quién lo entregó', value: `${accountName(quien)} · ${quien.cedula}` },
    { label: 'Recibido', value: showInstantMinute(recibida) },
    { label: 'De quién', value: <PersonOf row={row} /> },
    { label: 'Tuvo la libreta', value: custodyPeriodsText(row) },
    { label: 'Por qué está aquí', value: RETAINED_REASON_TEXTS[motivo] },
    { label: resuelta ? 'Se borra de esta lista' : 'Se borra si nadie decide', value: showInstantDay(seBorra) },
    ...(registrada
      ? [
          {
            label: 'Libreta con esa cédula',
            value: (
              <TextLink {...BOOKLET_OF[persona.tipo](registrada._id)} inherit data-touch>
                {registrada.nombre}
              </TextLink>
            ),
          },
        ]
      : []),
    ...(resuelta
      ? [
          { label: 'Estado', value: decisionText(row) },
          { label: 'Resuelto', value: showInstantMinute(resuelta) },
          ...(resueltaPor ? [{ label: 'Por', value: accountName(resueltaPor) }] : []),
          ...(razon ? [{ label: 'Motivo', value: razon }] : []),
        ]
      : []),
  ];
}

interface DecisionFormProps extends Pick<RetainedSheetProps, 'onDecided'> {
  row: RetainedWrite;
  /** Identifies this form among those with unsaved changes. */
  own: symbol;
}

function DecisionForm({ row, own, onDecided }: DecisionFormProps) {
  const [accepting, setAccepting] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const [reason, setReason] = useState('');
  useUnsavedChanges(reason.trim() !== '', { form: own });
  const decided = async (title: string, message: string) => {
    notify.success({ title, message });
    onDecided();
    await refreshCustody();
  };
  const form = useFormSubmission({
    schema: closingForm,
    send: async ({ razon }) => decided('Envío cerrado', (await close(row._id, razon)).message),
  });
  const onAccept = async () => {
    setAccepting(true);
    setRefusal(null);
    try {
      await decided('Envío aceptado', (await accept(row._id)).message);
    } catch (error) {
      setRefusal(error);
      await refreshCustody();
    } finally {
      setAccepting(false);
    }
  };
  return (
    <form {...form.formProps}>
      <Stack gap="sm">
        <Text>{acceptanceText(row)}</Text>
        <FailureAlert error={refusal} text={{ title: 'No se pudo aceptar' }} />
        <Actions>
          <Button color="achiote" loading={accepting} disabled={form.sending} onClick={() => void onAccept()}>
            Aceptar
          </Button>
        </Actions>
        <FailureAlert error={form.failure} />
        <Textarea
          name="razon"
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          label="Motivo para cerrar sin guardar"
          description="Por ejemplo: ya está registrado en otra libreta."
          required
          autosize
          minRows={2}
          maxRows={6}
          error={form.errorOf('razon')}
        />
        <Actions>
          <Button type="submit" variant="outline" loading={form.sending} disabled={accepting}>
            Cerrar sin guardar
          </Button>
        </Actions>
      </Stack>
    </form>
  );
}

/** A retained write with its content. */
export default function RetainedSheet({ row, onClose, onDecided }: RetainedSheetProps) {
  const { shown, opened } = useLatestShown(row);
  const changes = useId();
  const { form, ...asking } = useAskingClose(onClose);
  return (
    <SideSheet opened={opened} {...asking} title={shown ? retainedTitle(shown) : ''} closeLabel="Volver a la lista">
      {shown && (
        <Stack gap="md">
          <Facts layout="rows" facts={factsOf(shown)} />
          <section aria-labelledby={changes}>
            <Title order={3} id={changes} mb="xs">
              {shown.resuelta ? 'Lo que se envió' : 'Lo que cambiará'}
            </Title>
            <ChangeList entry={{ accion: actionOf(shown), tipo: shown.tipo, cambios: shown.cambios }} whole />
          </section>
          {!shown.resuelta && <DecisionForm key={shown._id} row={shown} own={form} onDecided={onDecided} />}
        </Stack>
      )}
    </SideSheet>
  );
}
