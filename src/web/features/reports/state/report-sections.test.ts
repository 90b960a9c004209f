import { expect, it } from 'vitest';
import { openSections, SECTION_NAMES, sectionsInAddress, toggled } from './report-sections.ts';

it.each([
  ['', ['resumen']],
  ['mapa', ['mapa']],
  ['mapa.crecimiento', ['crecimiento', 'mapa']],
  ['mapa.mapa.otra', ['mapa']],
  ['otra', ['resumen']],
  ['MAPA', ['resumen']],
  ['.', ['resumen']],
  ['ninguna', []],
  ['todas', SECTION_NAMES],
])('the address %j opens %j', (named, open) => {
  expect(openSections(named, false)).toEqual(open);
});

it('on a wide screen an address that names no section opens all', () => {
  for (const named of ['', 'otra', '.']) expect(openSections(named, true)).toEqual(SECTION_NAMES);
  expect(openSections('resumen', true)).toEqual(['resumen']);
});

it.each([
  [[], 'ninguna'],
  [['resumen'], 'resumen'],
  [['mapa', 'campo'], 'campo.mapa'],
  [SECTION_NAMES, 'todas'],
] as const)('%j open is the address %j, which opens the same', (open, named) => {
  expect(sectionsInAddress(open)).toBe(named);
  for (const wide of [false, true]) expect(openSections(named, wide).toSorted()).toEqual([...open].toSorted());
});

it('opening a section closes the others, and closing one leaves the others open', () => {
  expect(toggled(['resumen'], 'campo')).toEqual(['campo']);
  expect(toggled(['campo'], 'campo')).toEqual([]);
  expect(toggled(['resumen', 'campo', 'mapa'], 'campo')).toEqual(['resumen', 'mapa']);
});
