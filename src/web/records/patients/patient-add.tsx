import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import type { Values } from '#domain/fields/index.ts';
import { typedPerson } from '#domain/lists/typed-person.ts';
import { newId } from '#domain/new-id.ts';
import { savedTitle } from '#domain/records/define-record.ts';
import { fieldOf } from '#domain/records/row.ts';
import { afterPaint } from '#web/lib/after-paint.ts';
import { isIdTaken } from '#web/lib/api-errors.ts';
import { createRecord, refreshRecords } from '#web/lib/booklets/record-api.ts';
import { serverReachable } from '#web/lib/server-reach.ts';
import { useIsShown } from '#web/lib/use-is-shown.ts';
import { lastUsed, rememberUsed } from '#web/records/form/last-used.ts';
import { RecordForm } from '#web/records/form/record-form.tsx';
import { useRecordForm } from '#web/records/form/use-record-form.ts';
import { confirmDialog } from '#web/ui/feedback/confirm-dialog.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { Page, PageHeader } from '#web/ui/page/page.tsx';
import { Card } from '#web/ui/shapes/card.tsx';
import { LikelyMatches } from './likely-matches.tsx';
import { HUB_PATH, type PatientKind, personName } from './patient-kind.ts';
import { useLikelyMatches } from './use-likely-matches.ts';

interface PatientAddProps {
  kind: PatientKind;
  /** A search that found nobody; the form begins with what it named. */
  searched: string;
  /** Further values that the form begins with. */
  defaults?: Values | undefined;
  /** Whose relative is added; her draft is not another one's. */
  relativeOf?: string;
}

export function PatientAdd({ kind, searched, defaults, relativeOf }: PatientAddProps) {
  const { definition, paths } = kind;
  const navigate = useNavigate();
  const router = useRouter();
  const isShown = useIsShown();
  const context = useMemo(
    () => ({ defaults: { ...lastUsed(definition), ...typedPerson(searched), ...defaults } }),
    [definition, searched, defaults],
  );
  const form = useRecordForm({
    definition,
    about: ['nuevo', relativeOf].filter(Boolean).join('.'),
    context,
    beforeSave: async (values) => {
      const rows = await likely.undecided(values);
      const [first] = rows;
      const { document = '' } = definition.likeness ?? {};
      const isTaken = rows.some((row) => document && fieldOf(row, document) === values[document]);
      // A document that is already registered is no choice: the server refuses it with a message at the field.
      if (!first || (isTaken && serverReachable())) return true;
      return async () => {
        const goOn = await confirmDialog({
          title: 'Ya existe un registro parecido',
          detail: personName(kind, first),
          message: 'Míralo antes de guardar: si es la misma persona, agrega ahí la información.',
          confirmLabel: 'Guardar de todas formas',
          cancelLabel: 'Ver registro',
          cancelHref: router.buildLocation(kind.panel(first._id)).href,
          tone: 'question',
        });
        if (goOn) likely.accept(rows);
        return goOn;
      };
    },
    onSave: async (values) => {
      try {
        const { message } = await createRecord(definition, form.id.current, values, {
          segundos: form.secondsOpen(),
        });
        notify.success({ title: savedTitle(definition), message });
      } catch (error) {
        // An earlier attempt with this id was stored or deleted; the current values are another record.
        if (isIdTaken(error)) form.id.current = newId();
        throw error;
      }
      await afterPaint();
      rememberUsed(definition, values);
      void refreshRecords(definition);
      form.release();
      // Replaces the history entry, so that going back does not show an empty form.
      if (isShown()) await navigate({ to: paths.list, replace: true });
    },
  });
  const likely = useLikelyMatches(definition, form.values, form.saving);

  // Not on touch screens, where focusing would open the keyboard.
  const [firstField] = definition.fieldNames;
  useEffect(() => {
    if (firstField && window.matchMedia('(pointer: fine)').matches)
      document.getElementById(firstField)?.focus({ preventScroll: true });
  }, [firstField]);

  const identity = definition.fields[definition.likeness?.document ?? '']?.section ?? '';
  return (
    <Page>
      <PageHeader title={definition.titles.form} back={<BackLink to={HUB_PATH}>Volver</BackLink>} />
      <Card>
        <RecordForm
          form={form}
          title={definition.titles.short}
          submitLabel="Guardar"
          failureText={{ title: definition.messages.saveFailed }}
          notes={{ [identity]: <LikelyMatches kind={kind} rows={likely.matches} /> }}
        />
      </Card>
    </Page>
  );
}
