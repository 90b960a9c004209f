import { addDays } from '../calendar.ts';
import { isPregnancyOver, pregnancyStart } from '../follow-up/pregnancy.ts';
import {
  category,
  coding,
  compactDay,
  computedMeta,
  concept,
  dayOfField,
  establishmentOf,
  idOf,
  numberOf,
  refer,
} from './elements.ts';
import type { ExchangeContext, ExchangedBooklet, ExchangedRow } from './exchanged-booklet.ts';
import type { CodedObservation } from './observations.ts';
import { ownCoding } from './own-codes.ts';
import type { EpisodeOfCare, Observation } from './r4.ts';
import { SYSTEMS } from './terminologies.ts';

/** No record of a pregnancy is later than its 42nd week. */
const LAST_DAYS = 7 * 43;

/** A pregnancy by its ETMI screenings. */
export interface Pregnancy {
  readonly id: string;
  /** The first day by the latest screening, as the application counts weeks. */
  readonly start: string;
  /** The first day of the next pregnancy; null for the last one. */
  readonly before: string | null;
  readonly screenings: readonly ExchangedRow[];
}

const startBy = (screening: ExchangedRow): string =>
  addDays(String(dayOfField(screening, 'fechaRealizacion')), -7 * (numberOf(screening, 'semanaGestacion') ?? 0));

/** A screening whose pregnancy began after the 42 weeks of the one before it belongs to a further pregnancy. */
function grouped(screenings: readonly ExchangedRow[]): ExchangedRow[][] {
  const groups: ExchangedRow[][] = [];
  for (const screening of screenings.toSorted((a, b) =>
    startBy(a) < startBy(b) ? -1 : startBy(a) > startBy(b) ? 1 : 0,
  )) {
    const last = groups.at(-1);
    const [first] = last ?? [];
    if (last && first && startBy(screening) < addDays(startBy(first), LAST_DAYS)) last.push(screening);
    else groups.push([screening]);
  }
  return groups;
}

/** The pregnancies of a woman in order. The id is of the day by the screening registered first, so that later ones do not change it. */
export function pregnanciesOf({ tipo, persona, registros }: ExchangedBooklet): Pregnancy[] {
  if (tipo !== 'mujer') return [];
  const screenings = registros.etmi ?? [];
  const groups = grouped(screenings.filter((row) => dayOfField(row, 'fechaRealizacion') !== null));
  return groups.map((group, index): Pregnancy => {
    const registered = screenings.filter((row) => group.includes(row));
    const [first] = registered;
    const next = groups[index + 1]?.[0];
    const inOrder = registered.map((row, orden) => ({ ...row, orden }));
    return {
      id: `${idOf(persona)}.${compactDay(first ? startBy(first) : '')}`,
      start: pregnancyStart(inOrder) ?? '',
      before: next ? startBy(next) : null,
      screenings: registered,
    };
  });
}

/** The pregnancy that contains a day; null if none does. */
export const pregnancyAt = (pregnancies: readonly Pregnancy[], day: string): Pregnancy | null =>
  pregnancies.findLast(
    ({ start, before }) => day >= start && day < addDays(start, LAST_DAYS) && (before === null || day < before),
  ) ?? null;

const coded = (base: string, code: string, display: string) => ownCoding(base, 'libreta', code, display);

export function episodesOf(booklet: ExchangedBooklet, context: ExchangeContext): EpisodeOfCare[] {
  const { persona, registros } = booklet;
  const establishment = establishmentOf(persona, context);
  const controls = (registros.controlmujer ?? []).map((row, orden) => ({ ...row, orden }));
  return pregnanciesOf(booklet).map(({ id, start, before, screenings }) => {
    const isOver =
      before !== null ||
      isPregnancyOver(
        screenings.map((row, orden) => ({ ...row, orden })),
        controls,
        context.today,
      );
    return {
      resourceType: 'EpisodeOfCare',
      id,
      meta: computedMeta(screenings),
      status: isOver ? 'finished' : 'active',
      type: [concept([coding(SYSTEMS.snomed, '77386006'), coded(context.base, 'embarazo', 'Embarazo')], 'Embarazo')],
      patient: refer('Patient', idOf(persona)),
      ...(establishment && { managingOrganization: establishment }),
      period: { start },
    };
  });
}

const START = 'Primer día del embarazo';

const startCode = (base: string): CodedObservation => ({
  category: category('exam'),
  code: concept([coding(SYSTEMS.loinc, '8665-2'), coded(base, 'embarazo.inicio', START)], START),
});

/** Every category and code of {@link pregnancyObservations}. */
export const pregnancyCodes = (base: string): CodedObservation[] => [startCode(base)];

/** The first day of each pregnancy, computed as the application computes weeks. */
export function pregnancyObservations(booklet: ExchangedBooklet, { base }: ExchangeContext): Observation[] {
  return pregnanciesOf(booklet).map(({ id, start, screenings }) => {
    const latest = screenings
      .map((row) => dayOfField(row, 'fechaRealizacion') ?? '')
      .toSorted()
      .at(-1);
    return {
      resourceType: 'Observation',
      id: `${id}.inicio`,
      meta: computedMeta(screenings),
      status: 'final',
      ...startCode(base),
      subject: refer('Patient', idOf(booklet.persona)),
      ...(latest && { effectiveDateTime: latest }),
      valueDateTime: start,
      method: { text: 'Contado hacia atrás desde la semana de gestación del último tamizaje ETMI' },
      derivedFrom: screenings.map((row) => refer('Observation', `${idOf(row)}.semanaGestacion`)),
    };
  });
}
