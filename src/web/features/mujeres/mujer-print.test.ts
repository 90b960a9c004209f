import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { bookletOf } from '#domain/records/booklets.ts';
import { RECORDS } from '#domain/records/index.ts';
import { patientDocument } from '#web/records/patients/patient-document.ts';
import { MUJER } from './kind.ts';
import { MUJER_PRINT } from './mujer-print.ts';

beforeAll(() => vi.useFakeTimers({ now: new Date('2026-09-25T12:00:00-05:00') }));
afterAll(() => vi.useRealTimers());

const stored = { _id: 'a', version: 1, createdBy: { _id: 'u', nombre: 'Rosa', apellido: 'Yuquilema', cedula: '1' } };
const registered = { ...stored, fechaRegistro: '2026-09-22T12:00:00.000Z' };
const about = { product: 'Libreta', issued: { on: '25 de septiembre de 2026', by: 'Rosa Yuquilema' } };
const nothing = Object.fromEntries(bookletOf(RECORDS.mujer).parts.map(({ list }) => [list, []]));

async function lastBlock(records: object = {}) {
  const answer = { ...nothing, mujer: { ...RECORDS.mujer.example, ...registered }, ...records };
  const block = (await patientDocument(MUJER, MUJER_PRINT, answer, about)).blocks.at(-1);
  if (block?.kind !== 'table') throw new Error('no table');
  return block;
}

it("a woman's document ends with her next control and the vaccines of her weeks", async () => {
  const block = await lastBlock({
    // Week 11 on 12 August: week 20 begins on 14 October.
    etmiData: [{ ...RECORDS.etmi.example, ...registered }],
    controlMujerData: [{ ...RECORDS.controlmujer.example, ...registered }],
  });
  expect(block.title).toBe('Próximas citas');
  expect(block.rows).toEqual([
    ['14 de octubre de 2026', 'Tdap (tos ferina, difteria y tétanos)'],
    ['20 de octubre de 2026', 'Control prenatal'],
    ['Según la campaña de la temporada', 'Influenza estacional'],
  ]);
});

it('of two controls of one day the appointment of the one registered last is printed, whatever their order in the answer', async () => {
  const of = (fechaproxima: string, at: string) => ({
    ...RECORDS.controlmujer.example,
    ...registered,
    fechaRegistro: at,
    fechaproxima,
  });
  const earlier = of('2026-10-20', '2026-09-22T12:00:00.000Z');
  const later = of('2026-10-11', '2026-09-22T13:00:00.000Z');
  for (const controlMujerData of [
    [earlier, later],
    [later, earlier],
  ]) {
    const { rows } = await lastBlock({ controlMujerData });
    expect(rows).toContainEqual(['11 de octubre de 2026', 'Control prenatal']);
  }
});

it('without records it asks for the first control', async () => {
  const [first] = (await lastBlock()).rows;
  expect(first).toEqual(['Cuanto antes', 'Primer control prenatal']);
});
