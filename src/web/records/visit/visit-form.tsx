import { type ReactNode, useState } from 'react';
import { notify } from '#web/ui/feedback/notify.ts';
import { createVisit, type SavedRecord, VisitContext } from './visit.ts';

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
    const outcome = await visit.save();
    const saved = visit.parts.get().flatMap((part) => part.saved ?? []);
    if (outcome === 'saved') onSaved(saved);
    if (outcome === 'empty')
      notify.warning({ title: 'La visita está vacía', message: 'Llena el control, una vacuna u otro registro.' });
    if (outcome === 'refused' && saved.length > 0)
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
