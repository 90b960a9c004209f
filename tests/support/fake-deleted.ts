import { type DeletedPerson, erasePerson, exportPerson, listDeleted, restorePerson } from '#domain/calls/journal.ts';
import { AppError } from '#domain/errors.ts';
import { foldText, searchFor } from '#domain/text.ts';
import { answering } from './answering.ts';

let serial = 0;

/** A deleted person as the server lists it. */
export function deletedPerson(change: Partial<DeletedPerson> = {}): DeletedPerson {
  serial += 1;
  return {
    _id: `0190e100-0000-7000-8000-${String(serial).padStart(12, '0')}`,
    tipo: 'nino',
    cedula: '0650128831',
    nombres: 'Sisa Valentina',
    apellidos: 'Gualán',
    registros: 3,
    cuando: '2026-11-20T14:05:00.000Z',
    quien: { nombre: 'Luis', apellido: 'Ortega', cedula: '0601000003' },
    ...change,
  };
}

/** Fake calls for deleted persons. */
export function fakeDeleted(...given: DeletedPerson[]) {
  let people = given;
  const find = (id: string): DeletedPerson => {
    const person = people.find(({ _id }) => _id === id);
    if (!person) throw new AppError('notFound');
    return person;
  };
  const take = (id: string) => {
    const person = find(id);
    people = people.filter(({ _id }) => _id !== id);
    return person;
  };
  const list = answering(listDeleted, ({ query = {} }) => {
    const matches = searchFor(String(query.q ?? ''));
    const rows = people.filter(
      ({ tipo, cedula, nombres, apellidos }) =>
        (!query.tipo || query.tipo === tipo) && matches(foldText(`${cedula} ${nombres} ${apellidos}`)),
    );
    return { rows, total: rows.length };
  });
  const restore = answering(restorePerson, ({ params: { id } }) => {
    const { tipo, registros } = take(id);
    return { _id: id, tipo, registros, message: 'Se restauró con todos sus registros.' };
  });
  const erase = answering(erasePerson, ({ params: { id } }) => {
    people = people.filter(({ _id }) => _id !== id);
    return { _id: id, message: 'Se borró para siempre.' };
  });
  return { list, restore, erase, all: [list, restore, erase] };
}

/** The export of all data about a person. */
export const servedExport = () =>
  answering(exportPerson, ({ params: { id } }) => ({
    _id: id,
    tipo: 'nino' as const,
    generado: '2026-11-21T15:00:00.000Z',
    persona: { nombres: 'SISA' },
    registros: { control: [{ peso: 8.5 }] },
    retenidos: [],
    auditoria: [],
  }));
