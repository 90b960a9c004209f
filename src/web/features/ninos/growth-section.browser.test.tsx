import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { RECORDS } from '#domain/records/index.ts';
import { fakeBooklet } from '../../../../tests/support/fake-records.ts';
import { screenAt } from '../../../../tests/support/shown.tsx';

// proves 2.182-2.187
test.each([
  ['peso-edad', 'rgb(46, 107, 208)'],
  ['longitud-edad', 'rgb(36, 138, 79)'],
  ['imc-edad', 'rgb(122, 75, 184)'],
  ['perimetro-edad', 'rgb(46, 107, 208)'],
])('%s plots a measure by age in months, in its colour', async (key, stroke) => {
  const { id, fakes } = fakeBooklet('nino', {}, { control: [RECORDS.control.example] });
  await screenAt(`/ninos/${id}?seccion=${key}`, 'ROLE_BRIGADA', ...fakes);
  const chart = page.getByRole('tabpanel').getBySelector('svg[role=img]');
  await expect.element(chart.getByText('Edad (meses)')).toBeVisible();
  const drawing = chart.element();
  await expect.poll(() => drawing.querySelector('circle title')?.textContent).toMatch(/^12 meses: /);
  const strokes = [...drawing.querySelectorAll(':scope > path')].map((line) => getComputedStyle(line).stroke);
  expect(strokes).toEqual([stroke]);
  expect(Number(drawing.getAttribute('width'))).toBeLessThanOrEqual(650);
});
