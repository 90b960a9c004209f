import { describe, expect, it } from 'vitest';
import { bandOf, INDICATORS, type IndicatorKey } from './indicators.ts';

const edges: Record<IndicatorKey, [number, string][]> = {
  peso: [
    [-3.01, 'Bajo peso severo'],
    [-3, 'Bajo peso'],
    [-2.01, 'Bajo peso'],
    [-2, 'Normal'],
    [2, 'Normal'],
    [2.01, 'Peso elevado'],
  ],
  talla: [
    [-3.01, 'Talla baja severa'],
    [-3, 'Talla baja'],
    [-2.01, 'Talla baja'],
    [-2, 'Normal'],
    [3, 'Normal'],
    [3.01, 'Talla muy alta'],
  ],
  pesotalla: [
    [-3.01, 'Desnutrición aguda severa'],
    [-3, 'Desnutrición aguda moderada'],
    [-2.01, 'Desnutrición aguda moderada'],
    [-2, 'Normal'],
    [1, 'Normal'],
    [1.01, 'Riesgo de sobrepeso'],
    [2, 'Riesgo de sobrepeso'],
    [2.01, 'Sobrepeso'],
    [3, 'Sobrepeso'],
    [3.01, 'Obesidad'],
  ],
  imc: [
    [-3.01, 'Emaciación severa'],
    [-3, 'Emaciación'],
    [-2.01, 'Emaciación'],
    [-2, 'Normal'],
    [1, 'Normal'],
    [1.01, 'Riesgo de sobrepeso'],
    [2.01, 'Sobrepeso'],
    [3.01, 'Obesidad'],
  ],
  perimetro: [
    [-3.01, 'Microcefalia severa'],
    [-3, 'Microcefalia'],
    [-2.01, 'Microcefalia'],
    [-2, 'Normal'],
    [2, 'Normal'],
    [2.01, 'Macrocefalia'],
  ],
};

describe.each(Object.entries(edges))('the bands of %s', (key, cases) => {
  it.each(cases)('z %d is %s', (z, name) => {
    expect(bandOf(INDICATORS[key as IndicatorKey].bands, z)).toBe(name);
  });
});
