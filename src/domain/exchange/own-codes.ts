import { INDICATOR_KEYS, INDICATORS } from '../growth/indicators.ts';
import { RECORD_LIST } from '../records/index.ts';
import { VACCINES } from '../vaccines/vaccine-names.ts';
import { WOMEN_VACCINES } from '../vaccines/women-vaccines.ts';
import { elementOf } from './field-elements.ts';
import type { CodeSystem, Coding } from './r4.ts';

interface OwnConcept {
  readonly code: string;
  readonly display: string;
  readonly definition?: string;
}

/** The conditions that are computed from a child's records, with the method. */
export const CONDITIONS = {
  anemia: {
    display: 'Anemia',
    definition:
      'Hemoglobina corregida por la altitud por debajo del corte de la OMS para la edad, en el último tamizaje.',
  },
  desnutricion: {
    display: 'Desnutrición (tabla del programa)',
    definition: 'El peso del último control está por debajo del rango del programa para la edad.',
  },
  sobrepeso: {
    display: 'Sobrepeso (tabla del programa)',
    definition: 'El peso del último control está por encima del rango del programa para la edad.',
  },
  'talla-baja': {
    display: 'Talla baja para la edad (OMS)',
    definition: 'La talla para la edad del último control está por debajo de −2 desviaciones estándar (OMS 2006).',
  },
  'desnutricion-aguda': {
    display: 'Desnutrición aguda (OMS)',
    definition: 'El peso para la talla del último control está por debajo de −2 desviaciones estándar (OMS 2006).',
  },
  'bajo-peso': {
    display: 'Bajo peso para la edad (OMS)',
    definition: 'El peso para la edad del último control está por debajo de −2 desviaciones estándar (OMS 2006).',
  },
} as const;
export type ConditionKey = keyof typeof CONDITIONS;

const fieldConcepts = (): OwnConcept[] =>
  RECORD_LIST.flatMap(({ key, titles, fields }) =>
    Object.entries(fields)
      .filter(([name]) => elementOf(key, name) === null)
      .map(([name, { label }]) => ({
        code: `${key}.${name}`,
        display: label,
        definition: `${titles.short}: ${label}`,
      })),
  );

const computedConcepts = (): OwnConcept[] => [
  { code: 'control.imc', display: 'Índice de masa corporal' },
  ...INDICATOR_KEYS.map((key) => ({
    code: `control.z-${key}`,
    display: `${INDICATORS[key].short}, puntaje z`,
    definition: `${INDICATORS[key].label}: puntaje z de los Patrones de Crecimiento Infantil de la OMS (2006; perímetro 2007).`,
  })),
  { code: 'embarazo', display: 'Embarazo' },
  {
    code: 'embarazo.inicio',
    display: 'Primer día del embarazo',
    definition: 'Contado hacia atrás desde la semana de gestación del último tamizaje ETMI.',
  },
];

const optionConcepts = (): OwnConcept[] =>
  RECORD_LIST.flatMap(({ key, fields }) =>
    Object.entries(fields).flatMap(([name, field]) =>
      field.kind === 'choice' && elementOf(key, name) === null
        ? field.options.map(({ value, label }) => ({ code: `${key}.${name}.${value}`, display: label }))
        : [],
    ),
  );

const vaccineConcepts = (): OwnConcept[] => [
  ...Object.entries(VACCINES).map(([key, { label }]) => ({ code: key, display: label })),
  ...Object.entries(WOMEN_VACCINES).map(([key, { label }]) => ({ code: `mujer.${key}`, display: label })),
];

/** The application's own code systems, by the last part of their addresses. */
const OWN_SYSTEMS = {
  libreta: {
    title: 'Campos de la Libreta Integral de Salud',
    concepts: () => [...fieldConcepts(), ...computedConcepts()],
  },
  'libreta-opciones': { title: 'Opciones de los campos de la Libreta Integral de Salud', concepts: optionConcepts },
  'libreta-vacunas': { title: 'Vacunas de la Libreta Integral de Salud', concepts: vaccineConcepts },
  'libreta-condiciones': {
    title: 'Condiciones calculadas de la Libreta Integral de Salud',
    concepts: () =>
      Object.entries(CONDITIONS).map(([code, { display, definition }]) => ({ code, display, definition })),
  },
} as const;
export type OwnSystem = keyof typeof OWN_SYSTEMS;

const address = (base: string, id: string) => `${base}/CodeSystem/${id}`;

export const ownCoding = (base: string, system: OwnSystem, code: string, display: string): Coding => ({
  system: address(base, system),
  code,
  display,
});

/** Every own code system with all its codes, as /fhir/CodeSystem serves them. */
export const codeSystems = ({ base }: { readonly base: string }): CodeSystem[] =>
  Object.entries(OWN_SYSTEMS).map(([id, { title, concepts }]) => {
    const concept = concepts();
    const name = id.replace(/(^|-)([a-z])/g, (_, _dash: string, letter: string) => letter.toUpperCase());
    return {
      ...{ resourceType: 'CodeSystem', id, url: address(base, id), name, title, status: 'active' },
      ...{ experimental: false, publisher: 'Libreta Integral de Salud', caseSensitive: true, content: 'complete' },
      ...{ count: concept.length, concept },
    };
  });
