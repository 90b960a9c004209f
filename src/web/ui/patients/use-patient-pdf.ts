import { api } from '#web/lib/api-client.ts';
import { ApiError, errorMessage, NetworkError } from '#web/lib/api-errors.ts';
import { getSession } from '#web/lib/session.ts';
import { createStore, useStore } from '#web/lib/store.ts';
import { notify } from '#web/ui/notify.ts';
import type { BookletAnswer } from './patient-document.ts';
import type { PatientKind } from './patient-kind.ts';

/** Whose PDF is being made: the lists and the panel know it together, also after a change of page. */
const underWay = createStore<ReadonlySet<string>>(new Set());

async function generate(kind: PatientKind, id: string): Promise<void> {
  try {
    // The code that draws comes while the data does.
    const [{ printPatient }, answer] = await Promise.all([
      import('./print-patient.ts'),
      api.get<BookletAnswer>(`/api/${kind.definition.path}/pdf/${encodeURIComponent(id)}`),
    ]);
    const fileName = await printPatient(kind, answer, getSession());
    notify.success({ title: 'PDF generado', message: `Se descargó ${fileName}.` });
  } catch (error) {
    const known = error instanceof ApiError || error instanceof NetworkError;
    if (!known) console.error(error);
    const message = known ? errorMessage(error) : 'Revisa tu señal e inténtalo de nuevo.';
    notify.error({ title: 'No se pudo generar el PDF.', message });
  }
}

/** Makes a person's PDF, one at a time for each person. */
export function usePatientPdf(kind: PatientKind, id: string) {
  const busy = useStore(underWay).has(id);
  const start = async () => {
    if (underWay.get().has(id)) return;
    underWay.set(new Set([...underWay.get(), id]));
    await generate(kind, id);
    underWay.set(new Set([...underWay.get()].filter((other) => other !== id)));
  };
  return { busy, start: () => void start() };
}
