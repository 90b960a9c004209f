interface Band {
  readonly below?: number;
  readonly upTo?: number;
  readonly name: string;
}

export interface Indicator {
  readonly label: string;
  readonly short: string;
  /** z-scores outside are implausible: `zlen`, `zwei`, `zwfl`, `zbmi` and `zhc` of WHO Anthro. */
  readonly plausible: readonly [low: number, high: number];
  readonly measures: string;
  readonly bands: readonly Band[];
}

/** The WHO's indicators by their key in the API, with the terms of Ecuador's health ministry (MSP). */
export const INDICATORS = {
  peso: {
    label: 'El peso para la edad',
    short: 'Peso/edad',
    plausible: [-6, 5],
    measures: 'el peso y la edad',
    bands: [
      { below: -3, name: 'Bajo peso severo' },
      { below: -2, name: 'Bajo peso' },
      { upTo: 2, name: 'Normal' },
      { name: 'Peso elevado' },
    ],
  },
  talla: {
    label: 'La talla para la edad',
    short: 'Talla/edad',
    plausible: [-6, 6],
    measures: 'la talla y la edad',
    bands: [
      { below: -3, name: 'Talla baja severa' },
      { below: -2, name: 'Talla baja' },
      { upTo: 3, name: 'Normal' },
      { name: 'Talla muy alta' },
    ],
  },
  pesotalla: {
    label: 'El peso para la talla',
    short: 'Peso/talla',
    plausible: [-5, 5],
    measures: 'el peso y la talla',
    bands: [
      { below: -3, name: 'Desnutrición aguda severa' },
      { below: -2, name: 'Desnutrición aguda moderada' },
      { upTo: 1, name: 'Normal' },
      { upTo: 2, name: 'Riesgo de sobrepeso' },
      { upTo: 3, name: 'Sobrepeso' },
      { name: 'Obesidad' },
    ],
  },
  imc: {
    label: 'El IMC para la edad',
    short: 'IMC/edad',
    plausible: [-5, 5],
    measures: 'el peso, la talla y la edad',
    bands: [
      { below: -3, name: 'Emaciación severa' },
      { below: -2, name: 'Emaciación' },
      { upTo: 1, name: 'Normal' },
      { upTo: 2, name: 'Riesgo de sobrepeso' },
      { upTo: 3, name: 'Sobrepeso' },
      { name: 'Obesidad' },
    ],
  },
  perimetro: {
    label: 'El perímetro cefálico para la edad',
    short: 'Perímetro/edad',
    plausible: [-5, 5],
    measures: 'el perímetro cefálico y la edad',
    bands: [
      { below: -3, name: 'Microcefalia severa' },
      { below: -2, name: 'Microcefalia' },
      { upTo: 2, name: 'Normal' },
      { name: 'Macrocefalia' },
    ],
  },
} as const satisfies Record<string, Indicator>;

export type IndicatorKey = keyof typeof INDICATORS;
export const INDICATOR_KEYS = Object.keys(INDICATORS) as IndicatorKey[];

const holds = ({ below, upTo }: Band, z: number) => (below === undefined ? z <= (upTo ?? z) : z < below);

export function bandOf(bands: readonly Band[], z: number): string {
  return (bands.find((band) => holds(band, z)) ?? (bands.at(-1) as Band)).name;
}
