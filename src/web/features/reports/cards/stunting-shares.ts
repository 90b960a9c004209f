import type { Shares } from '#domain/calls/growth-reports.ts';
import { showNumber } from '#domain/fields/index.ts';
import type { Prevalence } from '#domain/reports/prevalence.ts';

export const shareText = ({ porcentaje }: Prevalence): string =>
  porcentaje === null ? 'Sin datos' : `${showNumber(porcentaje, 2)} %`;

export const intervalText = ({ intervalo }: Prevalence): string =>
  intervalo ? `IC 95 %: ${showNumber(intervalo[0], 1)}–${showNumber(intervalo[1], 1)} %` : '';

/** The columns of the figures of a place or month, in a table of a chart. */
export const SHARE_COLUMNS = [
  { heading: 'Medidos', decimals: 0 },
  { heading: 'Talla baja', decimals: 0 },
  { heading: 'Talla baja %', decimals: 2 },
  { heading: 'IC 95 % desde', decimals: 2 },
  { heading: 'IC 95 % hasta', decimals: 2 },
  { heading: 'Severa', decimals: 0 },
  { heading: 'Severa %', decimals: 2 },
];

export const shareCells = ({ n, bajo, severa }: Shares): (string | number)[] => [
  n,
  bajo.casos,
  bajo.porcentaje ?? '',
  bajo.intervalo?.[0] ?? '',
  bajo.intervalo?.[1] ?? '',
  severa.casos,
  severa.porcentaje ?? '',
];
