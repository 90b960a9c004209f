import { onTestFinished } from 'vitest';
import {
  chooseColumns,
  decideRows,
  discardImport,
  getImport,
  type Import,
  type ImportRow,
  isDiscardable,
  listImportRows,
  listImports,
  ROW_STATES,
  type RowState,
  startImport,
  stopImport,
  undoImport,
  WORKING,
} from '#domain/calls/importing.ts';
import { AppError } from '#domain/errors.ts';
import { answering } from './answering.ts';

const account = (number: number, nombre: string, apellido: string) => ({
  ...{ _id: `0190e500-0000-7000-8000-${String(number).padStart(12, '0')}`, nombre, apellido },
  cedula: `06030000${String(number).padStart(2, '0')}`,
});
const LUIS = account(1, 'Luis', 'Ortega');

/** Counts of rows by state; the states that are not given have none. */
export const totals = (counts: Partial<Record<RowState, number>> = {}): Import['totales'] => ({
  ...(Object.fromEntries(Object.keys(ROW_STATES).map((state) => [state, 0])) as Import['totales']),
  ...counts,
});

const column = (titulo: string, campo: string | null, ...ejemplos: string[]) => ({ titulo, campo, ejemplos });

export const COLUMNS = [
  column('Cédula', 'cedula', '0603714026', '0650128831'),
  column('HCU', 'hcu', '48213'),
  column('Nombres', 'nombres', 'LUZ MARÍA', 'SISA'),
  column('Apellidos', 'apellidos', 'TENESACA PILCO', 'GUALÁN'),
  column('Tipo de discapacidad', 'detalleDiscapacidad', 'Visual'),
  column('Provincia', 'provincia', 'CHIMBORAZO'),
  column('Cantón', 'canton', 'COLTA'),
  column('Observaciones del técnico', null, 'Vive con su madre'),
];

let serial = 0;

/** An import as the server sends it, by default after a rehearsal. */
export function storedImport(change: Partial<Import> = {}): Import {
  serial += 1;
  return {
    _id: `0190e400-0000-7000-8000-${String(serial).padStart(12, '0')}`,
    tipo: 'mujer',
    archivo: 'mujeres de Colta.xlsx',
    bytes: 48_213,
    estado: 'ensayada',
    delante: 0,
    cuando: '2026-11-20T19:05:00.000Z',
    quien: LUIS,
    formato: 'XLSX',
    hoja: 'Datos',
    avisos: [],
    fallo: null,
    columnas: COLUMNS,
    responsable: null,
    agregar: [],
    ceros: false,
    filas: 3,
    hechas: 0,
    porHacer: 0,
    totales: totals({ nueva: 3 }),
    cerosPerdidos: 0,
    advertidas: 0,
    opcionesNuevas: [],
    creadas: 0,
    cambiadas: 0,
    terminada: null,
    deshacerHasta: null,
    ...change,
  };
}

/** A row as the server sends it, by default a new one. */
export function storedRow(fila: number, change: Partial<ImportRow> = {}): ImportRow {
  return {
    fila,
    estado: 'nueva',
    celdas: ['0603714026', '48213', 'LUZ MARÍA', `TENESACA ${fila}`, 'Visual', 'CHIMBORAZO', 'COLTA', ''],
    problemas: [],
    advertencias: [],
    cambios: [],
    parecidas: [],
    decision: null,
    elegida: null,
    persona: null,
    nota: null,
    ...change,
  };
}

export const problemRow = (fila: number): ImportRow =>
  storedRow(fila, {
    estado: 'problema',
    problemas: [
      {
        campo: 'detalleDiscapacidad',
        titulo: 'Tipo de discapacidad',
        valor: 'Vizual',
        msg: 'No está en la lista «Discapacidades»',
        sugerencia: 'Visual',
      },
    ],
  });

export const likelyRow = (fila: number): ImportRow =>
  storedRow(fila, {
    estado: 'parecida',
    parecidas: [
      {
        _id: `0190e700-0000-7000-8000-${String(fila).padStart(12, '0')}`,
        cedula: '0603714034',
        nombres: 'LUZ MARIA',
        apellidos: `TENEZACA ${fila}`,
        provincia: 'CHIMBORAZO',
        canton: 'COLTA',
      },
    ],
  });

const JUDGED = { misma: 'cambia', distinta: 'nueva', omitir: 'omitida' } as const;

/** Fake calls of one import, whose work the test does with `set`. @param total of the rows, of which only some are given */
export function fakeImport(first: Import, rows: ImportRow[] = [], { total }: { total?: number } = {}) {
  let current = first;
  const likely = new Map(rows.map(({ fila, parecidas }) => [fila, parecidas]));
  const set = (change: Partial<Import>) => {
    current = { ...current, ...change };
  };
  const answered = () => ({ ...current, message: 'Listo' });
  /** Refuses a step that the state of the import does not allow. */
  const requireState = (...states: Import['estado'][]) => {
    if (!states.includes(current.estado)) throw new AppError('importState');
  };
  const begin = (estado: Import['estado'], porHacer = current.filas) => set({ estado, porHacer, hechas: 0 });

  const one = answering(getImport, ({ params }) => {
    if (params.id !== current._id) throw new AppError('notFound');
    return current;
  });
  const list = answering(listImports, () => ({ rows: [current], total: 1 }));
  const rowList = answering(listImportRows, ({ query = {} }) => {
    const matching = rows.filter(({ estado }) => !query.estado || estado === query.estado);
    const offset = Number(query.offset ?? 0);
    return { rows: matching.slice(offset, offset + Number(query.limit)), total: total ?? matching.length };
  });
  const columns = answering(chooseColumns, ({ body }) => {
    requireState('columnas', 'ensayada');
    const chosen = body.columnas as (string | null)[];
    const { agregar, ceros = current.ceros } = body;
    set({
      columnas: current.columnas.map((one, at) => ({ ...one, campo: chosen[at] ?? null })),
      agregar: (agregar as string[] | undefined) ?? current.agregar,
      ceros,
    });
    begin('ensayando');
    return answered();
  });
  const decide = answering(decideRows, ({ body = {} }) => {
    requireState('ensayada', 'parada', 'importada');
    const decided = body.filas as { fila: number; decision: ImportRow['decision']; persona?: string }[] | undefined;
    for (const row of rows) {
      const single = decided?.find(({ fila }) => fila === row.fila);
      if (single) Object.assign(row, { decision: single.decision, elegida: single.persona ?? null });
      else if (body.todas && row.estado === 'parecida') row.decision = body.todas;
    }
    begin('ensayando', decided?.length ?? rows.length);
    return answered();
  });
  /** Ends a rehearsal of decided rows. */
  const judge = () => {
    for (const row of rows) {
      const matches = likely.get(row.fila) ?? [];
      if (matches.length === 0) continue;
      row.estado = row.decision ? JUDGED[row.decision] : 'parecida';
      row.parecidas = row.decision ? [] : matches;
    }
    const counts = totals();
    for (const { estado } of rows) counts[estado] += 1;
    set({ estado: 'ensayada', totales: counts, porHacer: 0 });
  };
  const start = answering(startImport, () => {
    requireState('ensayada', 'parada', 'importada');
    begin('importando', current.totales.nueva + current.totales.cambia);
    return answered();
  });
  const stop = answering(stopImport, () => {
    requireState(...WORKING);
    set({ estado: current.estado === 'importando' ? 'parada' : 'columnas' });
    return answered();
  });
  const undo = answering(undoImport, () => {
    requireState('importada', 'parada');
    begin('deshaciendo');
    return answered();
  });
  const discard = answering(discardImport, () => {
    if (!isDiscardable(current)) throw new AppError('importState');
    return { message: 'Se descartó la importación.' };
  });
  const all = [one, list, rowList, columns, decide, start, stop, undo, discard];
  return { id: first._id, set, judge, one, list, rowList, columns, decide, start, stop, undo, discard, all };
}

type Listener = ((event: Partial<ProgressEvent>) => void) | null;

/** Plays the server's side of `XMLHttpRequest`, one request at a time. */
export function fakeUploads() {
  const requests: FakeRequest[] = [];
  class FakeRequest {
    readonly upload: { onprogress: Listener } = { onprogress: null };
    onload: Listener = null;
    onerror: Listener = null;
    onabort: Listener = null;
    status = 0;
    responseText = '';
    url = '';
    readonly headers: Record<string, string> = {};
    file: File | undefined;
    open(_method: string, url: string) {
      this.url = url;
      requests.push(this);
    }
    setRequestHeader(name: string, value: string) {
      this.headers[name] = value;
    }
    getResponseHeader() {
      return null;
    }
    send(file: File) {
      this.file = file;
    }
    abort() {
      this.onabort?.({});
    }
  }
  const real = globalThis.XMLHttpRequest;
  Object.assign(globalThis, { XMLHttpRequest: FakeRequest });
  onTestFinished(() => void Object.assign(globalThis, { XMLHttpRequest: real }));
  const last = () => {
    const request = requests.at(-1);
    if (!request) throw new Error('nothing was uploaded');
    return request;
  };
  return {
    requests,
    progress: (loaded: number, total: number) => last().upload.onprogress?.({ loaded, total }),
    answer: (status: number, body: unknown) => {
      const request = last();
      request.status = status;
      request.responseText = typeof body === 'string' ? body : JSON.stringify(body);
      request.onload?.({});
    },
    fail: () => last().onerror?.({}),
  };
}
