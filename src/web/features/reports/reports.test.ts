import { describe, expect, it } from 'vitest';
import { toCanton } from './frame/drill-down.tsx';
import { csvRows, showCell } from './frame/figure-table.ts';
import { emptyText, emptyTexts } from './state/empty-texts.ts';
import { placesLine } from './state/places-line.ts';
import { daysOf, placeFiltersOf } from './state/report-narrowing.ts';
import { reportSearch } from './state/report-search.ts';

describe('the address of the page', () => {
  it.each([
    [{}, {}],
    [
      { provincia: 'chimborazo', canton: ' colta ' },
      { provincia: 'CHIMBORAZO', canton: 'COLTA' },
    ],
    [{ establecimiento: 'Puesto Guano' }, { establecimiento: 'Puesto Guano' }],
    [{ provincia: '', canton: undefined, otra: 1 }, {}],
    // A value outside of the territory, which the server would refuse, is ignored.
    [{ provincia: 'NARNIA', canton: 'OTAVALO' }, { canton: 'OTAVALO' }],
    [{ provincia: 'LOJA', canton: 'COLTA' }, { provincia: 'LOJA' }],
  ])('%j filters the page by %j', (search, places) => {
    expect(placeFiltersOf(reportSearch(search as object))).toEqual(places);
  });

  it.each([
    [{}, { months: 0, desde: '', hasta: '' }],
    [{ periodo: 3 }, { months: 3, desde: '2026-08-20', hasta: '2026-11-20' }],
    [{ periodo: '12' }, { months: 12, desde: '2025-11-20', hasta: '2026-11-20' }],
    [{ periodo: 0 }, { months: 0, desde: '', hasta: '' }],
    [{ periodo: 7 }, { months: 0, desde: '', hasta: '' }],
    [{ desde: '2026-01-31' }, { months: undefined, desde: '2026-01-31', hasta: '' }],
    [
      { periodo: 3, hasta: '2026-01-31' },
      { months: undefined, desde: '', hasta: '2026-01-31' },
    ],
    [
      { desde: '2026-02-30', hasta: 'ayer' },
      { months: 0, desde: '', hasta: '' },
    ],
  ])('%j selects the days %j', (search, days) => {
    expect(daysOf(reportSearch(search as object), '2026-11-20')).toEqual(days);
  });

  it('is expressed in words', () => {
    expect(placesLine({})).toBe('Todo el país');
    expect(placesLine({ provincia: 'LOJA', establecimiento: 'Centro Olmedo' })).toBe(
      'Provincia: LOJA · Establecimiento: Centro Olmedo',
    );
  });
});

describe('figures', () => {
  it('are formatted in the Spanish of Ecuador', () => {
    expect([showCell(1284, 0), showCell(8.1, 2), showCell('COLTA')]).toEqual(['1.284', '8,10', 'COLTA']);
  });

  it('are exported as numbers with a decimal comma, and with the decimals of the screen', () => {
    const columns = [
      { heading: 'Cantón' },
      { heading: 'Peso (kg)', decimals: 2 },
      { heading: 'Controles', decimals: 0 },
    ];
    const rows = [
      { key: 'x', cells: ['OÑA', 8.12, 1284] },
      { key: 'y', cells: ['COLTA', 11.5, 12845] },
      { key: 'z', cells: ['ALAUSÍ', 12, 0] },
      { key: 'none', cells: ['GUAMOTE', '—', 0] },
    ];
    expect(csvRows({ columns, rows })).toEqual([
      ['Cantón', 'Peso (kg)', 'Controles'],
      ['OÑA', '8,12', '1284'],
      ['COLTA', '11,50', '12845'],
      ['ALAUSÍ', '12,00', '0'],
      ['GUAMOTE', '—', '0'],
    ]);
  });
});

describe('empty texts', () => {
  it('do not say "not yet" with a filter, because there may be data elsewhere', () => {
    expect(emptyText({}, 'controles')).toBe('Todavía no hay controles.');
    expect(emptyText({ canton: 'COLTA' }, 'controles')).toBe(
      'No hay controles con estos filtros. Quita algún filtro para ver más.',
    );
    expect(emptyTexts({}, 'vacunas', 'Con la primera.')).toEqual({
      empty: 'Todavía no hay vacunas',
      emptyHint: 'Con la primera.',
    });
    expect(emptyTexts({ provincia: 'LOJA' }, 'vacunas', 'Con la primera.')).toEqual({
      empty: 'No hay vacunas con estos filtros',
      emptyHint: 'Quita algún filtro para ver más.',
    });
  });
});

describe('the children of a canton', () => {
  const row = { promedio: 8, controles: 1 };

  it("are found by the canton's name, also those without a province", () => {
    expect(toCanton({}, { ...row, canton: 'COLTA', provincia: 'CHIMBORAZO' }, 'medidos').search).toEqual({
      canton: 'COLTA',
      situacion: 'medidos',
    });
  });

  it('need the province if two cantons share the name or the page is filtered by one', () => {
    const olmedo = { ...row, canton: 'OLMEDO', provincia: 'LOJA' };
    expect(toCanton({}, olmedo, 'concontrol').search).toEqual({
      canton: 'OLMEDO',
      provincia: 'LOJA',
      situacion: 'concontrol',
    });
    const colta = { ...row, canton: 'COLTA', provincia: 'CHIMBORAZO' };
    const within = toCanton({ provincia: 'CHIMBORAZO' }, colta, 'concontrol');
    expect(within).toEqual({
      to: '/lista/ninos',
      search: { canton: 'COLTA', provincia: 'CHIMBORAZO', situacion: 'concontrol' },
    });
  });
});
