import { acceptRetained, closeRetained, listRetained, type RetainedWrite } from '#domain/calls/retained.ts';
import { AppError } from '#domain/errors.ts';
import { foldText, searchFor } from '#domain/text.ts';
import { answering } from './answering.ts';

let serial = 0;
const account = (number: number, nombre: string, apellido: string) => ({
  ...{ _id: `0190f500-0000-7000-8000-${String(number).padStart(12, '0')}`, nombre, apellido },
  cedula: `06030000${String(number).padStart(2, '0')}`,
});
const LUIS = account(1, 'Luis', 'Ortega');

/** A retained write as the server lists it. */
export function storedRetained(change: Partial<RetainedWrite> = {}): RetainedWrite {
  serial += 1;
  return {
    _id: `0190f400-0000-7000-8000-${String(serial).padStart(12, '0')}`,
    recibida: '2026-11-21T23:05:00.000Z',
    quien: account(2, 'Rosa', 'Yuquilema'),
    hace: 'crear',
    tipo: 'control',
    persona: { _id: '0190f600-0000-7000-8000-000000000001', tipo: 'nino', nombre: 'SISA GUALÁN', existe: false },
    motivo: 'eliminada',
    registrada: null,
    tuvo: [{ desde: '2026-03-03T15:00:00.000Z', hasta: '2026-11-20T15:00:00.000Z' }],
    seBorra: '2027-12-26T23:05:00.000Z',
    cambios: [{ campo: 'peso', antes: null, despues: 8.5 }],
    ...{ resuelta: null, resueltaPor: null, resultado: null, razon: null },
    ...change,
  };
}

/** Fake calls for retained writes. */
export function fakeRetained(...given: RetainedWrite[]) {
  let rows = given;
  const decide = (id: string, resultado: RetainedWrite['resultado'], razon: string | null = null) => {
    const row = rows.find(({ _id }) => _id === id);
    if (!row) throw new AppError('notFound');
    if (row.resuelta) throw new AppError('settled');
    const decided = { ...row, resuelta: '2026-11-22T14:00:00.000Z', resueltaPor: LUIS, resultado, razon };
    rows = rows.map((one) => (one === row ? decided : one));
    return { message: 'Quedó resuelto.' };
  };
  const list = answering(listRetained, ({ query = {} }) => {
    const matches = searchFor(String(query.q ?? ''));
    const matching = rows.filter(
      ({ resuelta, quien: { nombre, apellido, cedula } }) =>
        (!query.estado || (query.estado === 'abiertos') === (resuelta === null)) &&
        matches(foldText(`${nombre} ${apellido} ${cedula}`)),
    );
    return { rows: matching, total: matching.length };
  });
  const accept = answering(acceptRetained, ({ params: { id } }) => decide(id, 'aceptado'));
  const close = answering(closeRetained, ({ params: { id }, body }) => decide(id, 'cerrado', String(body.razon)));
  return { list, accept, close, all: [list, accept, close] };
}
