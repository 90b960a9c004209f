import { Box } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import { refreshRecords } from '#web/lib/booklets/record-api.ts';
import { useStore } from '#web/lib/store.ts';
import { RestoredNote } from '#web/records/form/restored-note.tsx';
import { useFieldsAtRest } from '#web/records/form/use-fields-at-rest.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { type SavedRecord, useVisit } from './visit.ts';

/** Enter leads to the next input, as a keyboard without Tab needs it; only the button saves. */
function goToNextInput(event: KeyboardEvent<HTMLFormElement>): void {
  const { target } = event;
  if (event.key !== 'Enter' || !(target instanceof HTMLInputElement) || target.ariaExpanded === 'true') return;
  event.preventDefault();
  const inputs = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input:is([type="text"], :not([type]))')];
  const at = inputs.indexOf(target);
  if (at >= 0) inputs[at + 1]?.focus();
}

interface VisitFormProps {
  title: string;
  children: ReactNode;
  /** Forgets what was chosen for the visit as a whole, with the values of its parts. */
  onDiscard: () => void;
  /** Called once everything that was entered is saved. */
  onSaved: (records: readonly SavedRecord[]) => void;
}

/** One form for all records of a visit. */
export function VisitForm({ title, children, onDiscard, onSaved }: VisitFormProps) {
  const visit = useVisit();
  const parts = useStore(visit.parts);
  const restored = parts.some((part) => part.restored && !part.saved);
  const fields = useFieldsAtRest(parts.some(({ saving }) => saving));
  const save = async () => {
    // What the last attempt lacked is no longer true.
    notify.attempt();
    const { is, records } = await visit.save();
    if (is === 'saved') {
      visit.release();
      onSaved(records);
    }
    // The booklet shows them also if the rest of the visit is given up.
    if (is === 'refused')
      for (const one of new Set(records.map(({ definition }) => definition))) void refreshRecords(one);
    if (is === 'empty')
      notify.error({ title: 'La visita está vacía', message: 'Llena el control, una vacuna u otro registro.' });
    if (is === 'refused' && records.length > 0)
      notify.error({
        title: 'Falta una parte',
        message: 'Lo demás ya está guardado. Corrige la parte marcada y guarda otra vez.',
      });
  };
  return (
    <form
      ref={fields}
      aria-label={title}
      noValidate
      onKeyDown={goToNextInput}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {restored && (
        <Box my="sm">
          <RestoredNote
            onDiscard={() => {
              visit.discard();
              onDiscard();
            }}
          />
        </Box>
      )}
      {children}
    </form>
  );
}
