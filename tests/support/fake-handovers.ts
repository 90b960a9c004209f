import { type Custodian, type Handover, handOver, listCustodians, listHandovers } from '#domain/calls/handover.ts';
import { foldText, searchFor } from '#domain/text.ts';
import { answering } from './answering.ts';

let serial = 0;

/** A custodian as the server lists it. */
export function storedCustodian(change: Partial<Custodian> = {}): Custodian {
  serial += 1;
  const number = String(serial).padStart(4, '0');
  return {
    _id: `0190f200-0000-7000-8000-00000000${number}`,
    nombre: 'Elena',
    apellido: 'Paucar',
    cedula: `060200${number}`,
    recibe: true,
    libretas: 0,
    ...change,
  };
}

/** A hand-over as the server lists it. */
export function storedHandover(change: Partial<Handover> = {}): Handover {
  serial += 1;
  const account = { _id: `0190f300-0000-7000-8000-${String(serial).padStart(12, '0')}`, cedula: '0602000001' };
  return {
    _id: String(serial),
    cuando: '2026-11-20T14:05:00.000Z',
    por: { ...account, nombre: 'Luis', apellido: 'Ortega' },
    de: { ...account, nombre: 'Rosa', apellido: 'Yuquilema' },
    a: { ...account, nombre: 'Elena', apellido: 'Paucar' },
    motivo: 'Cambió de sector',
    libretas: 12,
    persona: null,
    ...change,
  };
}

/** Fake calls for hand-overs; one call moves at most `atOnce` booklets. */
export function fakeCustody(accounts: readonly Custodian[], { atOnce = 500, done = [] as Handover[] } = {}) {
  const has = new Map(accounts.map(({ _id, libretas }) => [_id, libretas]));
  const cuentas = answering(listCustodians, ({ query = {} }) => {
    const matches = searchFor(String(query.q ?? ''));
    const rows = accounts
      .map((one) => ({ ...one, libretas: has.get(one._id) ?? 0 }))
      .filter(
        ({ _id, nombre, apellido, cedula, recibe, libretas }) =>
          (!query.usuario || query.usuario === _id) &&
          (query.para !== 'recibir' || recibe) &&
          (query.para !== 'entregar' || libretas > 0) &&
          matches(foldText(`${cedula} ${nombre} ${apellido}`)),
      );
    return { rows, total: rows.length };
  });
  const send = answering(handOver, ({ body }) => {
    const theirs = body.de ? (has.get(body.de) ?? 0) : ((body.personas as string[] | undefined)?.length ?? 0);
    const traspasadas = Math.min(theirs, atOnce);
    if (body.de) has.set(body.de, theirs - traspasadas);
    return { traspasadas, faltan: body.de ? theirs - traspasadas : 0, message: '' };
  });
  const list = answering(listHandovers, () => ({ rows: done, total: done.length }));
  return { cuentas, send, list, all: [cuentas, send, list] };
}
