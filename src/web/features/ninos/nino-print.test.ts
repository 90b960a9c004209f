import { describe, expect, it, vi } from 'vitest';
import { bookletOf } from '#domain/records/booklets.ts';
import { RECORDS } from '#domain/records/index.ts';
import type { Row } from '#web/lib/row.ts';
import { patientDocument } from '#web/records/patients/patient-document.ts';
import { NINO } from './kind.ts';
import { NINO_PRINT } from './nino-print.ts';

const stored = { _id: 'a', version: 1, createdBy: { _id: 'u', nombre: 'Rosa', apellido: 'Yuquilema', cedula: '1' } };
// 21:00 in Guayaquil, already the next day in Greenwich.
const child = { ...RECORDS.nino.example, ...stored, estado: 'Desnutrición', fechaRegistro: '2026-11-21T02:00:00.000Z' };
const controls = [14, 2].map((edad) => ({
  ...RECORDS.control.example,
  ...stored,
  _id: String(edad),
  fechaRegistro: '2026-11-20T12:00:00.000Z',
  fecha: edad === 2 ? '2025-11-17' : '2026-11-17',
  edad,
}));
const answer = { niño: child, rnData: [RECORDS.rn.example], controlData: controls };
const nothing = Object.fromEntries(bookletOf(RECORDS.nino).parts.map(({ list }) => [list, []]));
const about = { product: 'Libreta', issued: { on: '20 de noviembre de 2026', by: 'Rosa Yuquilema' } };
const made = () => patientDocument(NINO, NINO_PRINT, { ...nothing, ...answer }, about);

describe("a child's document", () => {
  it('has its sections in the order of the specification, without the newborn record', async () => {
    const { blocks } = await made();
    expect(blocks.map(({ title }) => title)).toEqual([
      'Información general',
      'Registros de Control del RN',
      'Registros de Anemia del Niño',
      'Registros de Vacuna del Niño',
      'Registros de Tamizaje del Niño',
      'Estado nutricional',
      'Curvas de crecimiento',
      'Próximas citas',
      'Calendario de vacunas',
    ]);
  });

  it('has the goals of the child, if there are any, before its next appointments', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-11-26T12:00:00.000Z') });
    const goals = [
      {
        ...{ _id: 'm', nombre: 'Controles del primer año', para: 'nino', registro: 'control', vacuna: '', dosis: null },
        ...{ cantidad: 3, desde: 0, hasta: 12, plazo: null, vigente: '2025-01-01', fuente: 'norma', mostrada: true },
      },
    ];
    const { blocks } = await patientDocument(NINO, NINO_PRINT, { ...nothing, ...answer }, { ...about, goals });
    vi.useRealTimers();
    const at = blocks.findIndex(({ title }) => title === 'Metas');
    expect(blocks[at + 1]?.title).toBe('Próximas citas');
    expect(blocks[at]).toEqual({
      kind: 'definitions',
      title: 'Metas',
      groups: [
        {
          title: 'Fuente: norma.',
          items: [{ label: 'Controles del primer año', value: 'Faltan 2 controles antes del 17/09/2026' }],
        },
      ],
    });
  });

  // proves 2.228
  it('shows the name, the status, and every field, with N/A for empty ones', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
    const { title, name, line, badge, blocks } = await made();
    vi.useRealTimers();
    expect([title, name]).toEqual(['Libreta de la niña', 'SISA VALENTINA GUALÁN TENESACA']);
    expect(line).toEqual(['14 meses y 3 días', 'FEMENINO', 'Cédula 0650128831']);
    expect(badge).toMatchObject({ value: 'Desnutrición', tone: 'low' });
    const [general] = blocks;
    const items = general?.kind === 'definitions' ? general.groups.flatMap((group) => group.items) : [];
    expect(items).toHaveLength(Object.keys(RECORDS.nino.fields).length + 2);
    expect(items).toContainEqual({ label: 'Fecha Nacimiento', value: '2025-09-17' });
    expect(items).toContainEqual({ label: 'Detalle Discapacidad', value: 'N/A' });
    expect(items).toContainEqual({ label: 'Fecha de registro', value: '2026-11-21' });
  });

  it('lists records in chronological order, with the headings of the screen', async () => {
    const table = (await made()).blocks[1];
    if (table?.kind !== 'table') throw new Error('no table');
    expect(table.columns.map(({ heading }) => heading).slice(0, 3)).toEqual(['Fecha', 'Edad (meses)', 'Peso (kg)']);
    expect(table.rows.map(([fecha, edad, peso]) => [fecha, edad, peso])).toEqual([
      ['2025-11-17', '2', '8,55'],
      ['2026-11-17', '14', '8,55'],
    ]);
  });

  it('draws the four curves by age, each in its colour, with the latest figure', async () => {
    const charts = (await made()).blocks.find(({ kind }) => kind === 'charts');
    if (charts?.kind !== 'charts') throw new Error('no charts');
    expect(charts.charts.map(({ color, yTitle, lastLabel }) => [color, yTitle, lastLabel])).toEqual([
      ['var(--chart-peso)', 'Peso (kg)', '8,55 kg'],
      ['var(--chart-longitud)', 'Longitud (cm)', '73,20 cm'],
      ['var(--chart-imc)', 'IMC (kg/m²)', '16,0 kg/m²'],
      ['var(--chart-perimetro)', 'Perímetro cefálico (cm)', '45,10 cm'],
    ]);
    // Exact ages, as for the standards: 61 and 426 days.
    expect(charts.charts[0]?.points.map(({ x, y }) => [x, y])).toEqual([
      [61 / 30.4375, 8.55],
      [426 / 30.4375, 8.55],
    ]);
  });

  it('draws the lines of the standards behind the curves if the sex is recorded', async () => {
    const charts = (await made()).blocks.find(({ kind }) => kind === 'charts');
    if (charts?.kind !== 'charts') throw new Error('no charts');
    for (const { lines, title } of charts.charts)
      expect(
        lines?.map(({ label }) => label),
        title,
      ).toEqual(['+3', '+2', '0', '−2', '−3']);
    const median = charts.charts[0]?.lines?.find(({ label }) => label === '0')?.points;
    // The WHO's median weight of a girl: at birth 3.23 kg, at 24 months 11.48 kg.
    expect(median?.[0]).toEqual({ x: 0, y: 3.2322 });
    expect(median?.at(-1)?.y).toBeCloseTo(11.48, 2);
  });

  it("separates the programme's status from the WHO standards", async () => {
    const state = (await made()).blocks.find(({ title }) => title === 'Estado nutricional');
    if (state?.kind !== 'definitions') throw new Error('no status');
    expect(state.groups.map(({ title }) => title)).toEqual([
      'Estado según tabla del programa',
      'Estándares OMS, control del 2026-11-17',
    ]);
    expect(state.groups[0]?.items).toEqual([{ label: 'Estado', value: 'Desnutrición' }]);
    expect(state.groups[1]?.items.map(({ label }) => label)).toEqual([
      'Peso/edad',
      'Talla/edad',
      'Peso/talla',
      'IMC/edad',
      'Perímetro/edad',
    ]);
    expect(state.groups[1]?.items[1]?.value).toMatch(/^−\d,\d\d DE · /);
  });

  it('makes no assumption about a child without sex and birth date', () => {
    const row = { ...child, sexo: '', fechanacimiento: null } as Row;
    expect(NINO_PRINT.title(row)).toBe('Libreta de la niña o del niño');
    expect(NINO_PRINT.line(row)).toEqual(['Cédula 0650128831']);
  });
});
