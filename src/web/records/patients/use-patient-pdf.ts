import { logLoadFailure } from '#web/lib/load-failure.ts';
import { getSession, useSession } from '#web/lib/session.ts';
import { createStore, useStore } from '#web/lib/store.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import type { PatientKind } from './patient-kind.ts';

/** PDFs that are being made or have failed; shared, so that lists and panel show the same state. */
const states = createStore<ReadonlyMap<string, 'busy' | 'failed'>>(new Map());

async function generate(kind: PatientKind, id: string): Promise<boolean> {
  try {
    // The drawing code and the data load in parallel.
    const [{ printPatient }, { answer, code }] = await Promise.all([
      import('./print-patient.ts'),
      import('#web/lib/booklets/ask-booklet.ts').then(({ askPrinted }) => askPrinted(kind.definition, id)),
    ]);
    const fileName = await printPatient(kind, answer, { by: getSession(), code });
    notify.success({ title: 'PDF generado', message: `Se descargó ${fileName}.` });
    return true;
  } catch (error) {
    logLoadFailure('los datos del PDF', error);
    return false;
  }
}

/** Makes a person's PDF, one at a time per person. */
export function usePatientPdf(kind: PatientKind, id: string) {
  // The key contains the account, so that its failures are not shown to the next one.
  const key = `${useSession()?._id} ${id}`;
  const state = useStore(states).get(key);
  const start = async () => {
    if (states.get().get(key) === 'busy') return;
    states.set(new Map(states.get()).set(key, 'busy'));
    const made = await generate(kind, id);
    const after = new Map(states.get());
    if (made) after.delete(key);
    else after.set(key, 'failed');
    states.set(after);
  };
  return { busy: state === 'busy', failed: state === 'failed', start: () => void start() };
}

export type PatientPdf = ReturnType<typeof usePatientPdf>;
