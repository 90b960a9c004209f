import {
  coding,
  compactDay,
  computedMeta,
  dayOfField,
  establishmentOf,
  idOf,
  recorderOf,
  refer,
  textOf,
} from './elements.ts';
import type { ExchangeContext, ExchangedBooklet, ExchangedRow } from './exchanged-booklet.ts';
import { contactField } from './field-elements.ts';
import { pregnanciesOf, pregnancyAt } from './pregnancies.ts';
import type { Encounter, Reference } from './r4.ts';
import { SYSTEMS } from './terminologies.ts';

export const encounterId = (person: string, day: string): string => `${person}.${compactDay(day)}`;

/** The records of each day: they are one contact. */
function byDay({ registros }: ExchangedBooklet): Map<string, ExchangedRow[]> {
  const days = new Map<string, ExchangedRow[]>();
  for (const [key, rows] of Object.entries(registros)) {
    const field = contactField(key);
    for (const row of rows) {
      const day = field === null ? null : dayOfField(row, field);
      if (day !== null) days.set(day, [...(days.get(day) ?? []), row]);
    }
  }
  return days;
}

/** The accounts that recorded the contact, and the staff whose names were written down. */
function participantsOf(rows: readonly ExchangedRow[]): { individual: Reference }[] {
  const accounts = rows.flatMap((row) => {
    const recorder = recorderOf(row);
    return recorder ? [[recorder.id, recorder.name] as const] : [];
  });
  const names = rows.flatMap((row) => textOf(row, 'nombrevacunador') ?? []);
  return [
    ...[...new Map(accounts)].map(([id, name]) => ({ individual: refer('Practitioner', id, name) })),
    ...[...new Set(names)].map((display) => ({ individual: { display } })),
  ];
}

/** One Encounter for each day with records; a newborn record has no day of contact. */
export function encountersOf(booklet: ExchangedBooklet, context: ExchangeContext): Encounter[] {
  const person = idOf(booklet.persona);
  const pregnancies = pregnanciesOf(booklet);
  return [...byDay(booklet)].map(([day, rows]) => {
    const pregnancy = pregnancyAt(pregnancies, day);
    const participant = participantsOf(rows);
    const provider = rows.map((row) => establishmentOf(row, context)).find((reference) => reference !== null);
    return {
      resourceType: 'Encounter',
      id: encounterId(person, day),
      meta: computedMeta(rows),
      status: day > context.today ? 'planned' : 'finished',
      class: coding(SYSTEMS.encounterClass, 'AMB'),
      subject: refer('Patient', person),
      ...(pregnancy && { episodeOfCare: [refer('EpisodeOfCare', pregnancy.id)] }),
      ...(participant.length > 0 && { participant }),
      period: { start: day, end: day },
      ...(provider && { serviceProvider: provider }),
    };
  });
}
