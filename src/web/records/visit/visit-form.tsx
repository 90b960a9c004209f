import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { notify } from '#web/ui/feedback/notify.ts';
import { createVisit, type SavedRecord, VisitContext } from './visit.ts';

/** Enter leads to the next input, as a keyboard without Tab needs it; only the button saves. */
function goToNextInput(event: KeyboardEvent<HTMLFormElement>): void {
  const { target } = event;
  if (event.key !== 'Enter' || !(target instanceof HTMLInputElement) || target.ariaExpanded === 'true') return;
  event.preventDefault();
  const inputs = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input:is([type="text"], :not([type]))')];
  inputs[inputs.indexOf(target) + 1]?.focus();
}

interface VisitFormProps {
  title: string;
  children: ReactNode;
  /** Called once everything that was entered is saved. */
  onSaved: (records: readonly SavedRecord[]) => void;
}

/** One form for all records of a visit. */
export function VisitForm({ title, children, onSaved }: VisitFormProps) {
  const [visit] = useState(createVisit);
  const save = async () => {
    const { is, records } = await visit.save();
    if (is === 'saved') onSaved(records);
    if (is === 'empty')
      notify.warning({ title: 'La visita está vacía', message: 'Llena el control, una vacuna u otro registro.' });
    if (is === 'refused' && records.length > 0)
      notify.warning({
        title: 'Falta una parte',
        message: 'Lo demás ya está guardado. Corrige la parte marcada y guarda otra vez.',
      });
  };
  return (
    <VisitContext value={visit}>
      <form
        aria-label={title}
        noValidate
        onKeyDown={goToNextInput}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {children}
      </form>
    </VisitContext>
  );
}
