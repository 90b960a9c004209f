import { describe, expect, it } from 'vitest';
import { disagreement, type LatestScores } from './disagreement.ts';

const scores = (change: Partial<LatestScores> = {}): LatestScores => ({
  zpeso: 0,
  ztalla: 0,
  zpesotalla: 0,
  zimc: 0,
  ...change,
});

describe('the programme and the WHO', () => {
  it.each<[Parameters<typeof disagreement>[0], Partial<LatestScores>, string | null]>([
    ['Normal', {}, null],
    ['Normal', { ztalla: -2 }, null],
    ['Normal', { ztalla: -2.01 }, 'La OMS encuentra talla baja para la edad.'],
    ['Sobrepeso', { ztalla: -2.5, zpesotalla: 2.5 }, 'La OMS encuentra talla baja para la edad.'],
    ['Normal', { ztalla: -2.5, zpeso: -2.5 }, 'La OMS encuentra talla baja para la edad y peso bajo para la edad.'],
    ['Normal', { zimc: 2.01 }, 'La OMS encuentra sobrepeso para su talla o edad.'],
    ['Sobrepeso', { zpesotalla: 2.01 }, null],
    ['Sobrepeso', { zpesotalla: 2 }, 'La OMS no encuentra sobrepeso.'],
    ['Desnutrición', { zpeso: -2.01 }, null],
    ['Desnutrición', {}, 'La OMS no encuentra talla ni peso bajos.'],
    ['Desnutrición', { zimc: 3 }, 'La OMS encuentra sobrepeso para su talla o edad.'],
    ['Desnutrición', { zpeso: null, ztalla: null }, null],
    ['Desnutrición', { zpeso: null }, 'La OMS no encuentra talla ni peso bajos.'],
    ['Sobrepeso', { zpesotalla: null, zimc: null }, null],
    ['No evaluado', { ztalla: -4 }, null],
    ['Normal', { zpeso: null, ztalla: null, zpesotalla: null, zimc: null }, null],
  ])('%s with %j gives %s', (status, change, sentence) => {
    expect(disagreement(status, scores(change))).toBe(sentence);
  });
});
