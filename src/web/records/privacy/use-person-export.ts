import { useRef, useState } from 'react';
import { errorDetail } from '#web/lib/api-errors.ts';
import { notify } from '#web/ui/feedback/notify.ts';

/** Downloads all data of a person, one at a time, and shows a notice. */
export function usePersonExport() {
  const busy = useRef(false);
  const [exporting, setExporting] = useState(false);
  const start = async (id: string, cedula: string) => {
    if (busy.current) return;
    busy.current = true;
    setExporting(true);
    try {
      const { savePersonExport } = await import('./privacy-api.ts');
      notify.success({ title: 'Datos descargados', message: `Se descargó ${await savePersonExport(id, cedula)}.` });
    } catch (error) {
      notify.error({ title: 'No se pudieron descargar los datos', message: errorDetail(error) });
    } finally {
      busy.current = false;
      setExporting(false);
    }
  };
  return { exporting, start: (id: string, cedula: string) => void start(id, cedula) };
}
