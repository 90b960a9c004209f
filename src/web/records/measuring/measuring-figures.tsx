import { Group, Stack, Text, Title } from '@mantine/core';
import { showNumber } from '#domain/fields/index.ts';
import { MEASURES, type Measure, SCORES, type ScoreKey, SPREAD_SCORES } from '#domain/quality/counts.ts';
import { type Described, type Digits, FULL_DAY_CONTROLS, type Share } from '#domain/quality/described.ts';
import { DigitBars } from '#web/ui/charts/digit-bars.tsx';
import { type Fact, Facts } from '#web/ui/shapes/facts.tsx';

const MEASURE_NAMES: Record<Measure, string> = { peso: 'Peso', longitud: 'Longitud', perimetro: 'Perímetro cefálico' };
const SCORE_NAMES: Record<ScoreKey, string> = {
  talla: 'Talla para la edad',
  peso: 'Peso para la edad',
  pesotalla: 'Peso para la talla',
  perimetro: 'Perímetro para la edad',
};

const count = (value: number) => value.toLocaleString('es-EC');
const percent = (value: number) => `${showNumber(value, 1)} %`;
const figure = (value: number | null) => (value === null ? '–' : showNumber(value, 2));
const shareText = ({ casos, n, porcentaje }: Share) => `${percent(porcentaje)} (${count(casos)} de ${count(n)})`;

const digitsInWords = (name: string, { porcentajes }: Digits) =>
  `${name}: ${porcentajes.map((share, digit) => `,${digit} ${percent(share)}`).join('; ')}`;

function DigitFigures({ digitos }: Described) {
  return (
    <Group align="flex-start" gap="lg">
      {MEASURES.map((measure) => {
        const digits = digitos[measure];
        return (
          <Stack key={measure} gap="2xs" maw="100%">
            <Text size="sm" fw="var(--mantine-font-weight-medium)">
              {MEASURE_NAMES[measure]}
            </Text>
            <DigitBars shares={digits.porcentajes} description={digitsInWords(MEASURE_NAMES[measure], digits)} />
            <Text size="xs" c="dimmed">
              Disimilitud {figure(digits.disimilitud)} % · Preferencia {figure(digits.preferencia)}
            </Text>
          </Stack>
        );
      })}
    </Group>
  );
}

function spreadFacts({ distribucion }: Described): Fact[] {
  return SPREAD_SCORES.map((key) => {
    const spread = distribucion[key];
    return {
      label: `${SCORE_NAMES[key]}: desviación`,
      value: spread ? figure(spread.desviacion) : '–',
      note: spread && `Asimetría ${figure(spread.asimetria)} · Curtosis ${figure(spread.curtosis)}`,
    };
  });
}

interface FactSection {
  title: string;
  /** How the figures are read. */
  note?: string;
  facts: Fact[];
}

const factsOf = (cifras: Described): FactSection[] => [
  {
    title: 'Completo',
    facts: [
      ...MEASURES.map((measure) => ({
        label: MEASURE_NAMES[measure],
        value: percent(cifras.completitud[measure].porcentaje),
      })),
      { label: 'Con fecha de nacimiento y sexo', value: percent(cifras.completitud.puntajes.porcentaje) },
    ],
  },
  {
    title: 'Puntajes improbables',
    note: 'La OMS tiene por imposibles estos puntajes; casi siempre son un error de medida, de escritura o de fecha.',
    facts: SCORES.map((key) => ({
      label: SCORE_NAMES[key],
      value: shareText(cifras.improbables[key]),
      note: cifras.improbables[key].senalado && 'Más de 1 %',
    })),
  },
  {
    title: 'Distribución de los puntajes',
    note: 'Sin los improbables. La desviación suele estar cerca de 1; mucho más alta hace pensar en medidas poco exactas.',
    facts: spreadFacts(cifras),
  },
  {
    title: 'Frente al control anterior',
    facts: [
      { label: 'Longitudes que se acortan', value: shareText(cifras.acortadas) },
      ...MEASURES.map((measure) => ({
        label: `${MEASURE_NAMES[measure]} igual`,
        value: shareText(cifras.iguales[measure]),
      })),
      { label: `Días con más de ${FULL_DAY_CONTROLS} controles de una persona`, value: count(cifras.diasLlenos) },
    ],
  },
];

/** All that is described of the measures of a person or a place. */
export function MeasuringFigures({ cifras }: { cifras: Described }) {
  return (
    <Stack gap="md" mt="sm">
      <section aria-label="Últimos dígitos">
        <Title order={3} size="sm" mb="2xs">
          Último dígito
        </Title>
        <Text size="xs" c="dimmed" mb="xs">
          Al milímetro y a los 100 gramos, cada dígito sale en cerca del 10 % (línea). Disimilitud y preferencia son 0
          si todos salen igual, y suben cuando algunos se prefieren.
        </Text>
        <DigitFigures {...cifras} />
      </section>
      {factsOf(cifras).map(({ title, note, facts }) => (
        <section key={title} aria-label={title}>
          <Title order={3} size="sm" mb="2xs">
            {title}
          </Title>
          {note && (
            <Text size="xs" c="dimmed" mb="xs">
              {note}
            </Text>
          )}
          <Facts facts={facts} />
        </section>
      ))}
    </Stack>
  );
}
