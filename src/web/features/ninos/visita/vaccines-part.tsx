import { Loader } from '@mantine/core';
import { useMemo } from 'react';
import { today } from '#domain/calendar.ts';
import type { Value, Values } from '#domain/fields/index.ts';
import { vacuna } from '#domain/records/vacuna.ts';
import { capitalized } from '#domain/text.ts';
import { doseName, matchVaccines } from '#domain/vaccines/timeline.ts';
import { dosesForToday } from '#domain/visit/due.ts';
import { doseValues, useDoseLists } from '#web/features/ninos/dose-values.ts';
import { doseTimingTexts } from '#web/features/ninos/dose-words.ts';
import type { Row } from '#web/lib/row.ts';
import { TickedRecord } from '#web/records/visit/ticked-record.tsx';
import { chosenKeys } from '#web/records/visit/use-visit-choices.ts';
import { TICKED, VaccinesToday } from '#web/records/visit/vaccines-today.tsx';

const OF_DOSE = ['clasificacion', 'tipovacuna', 'dosis'] as const;

/** Texts that begin in lower case, because elsewhere they follow a state. */
const asSentence = (texts: readonly string[]) => capitalized(texts.filter(Boolean).join('. '));

interface VaccinesPartProps {
  ninoId: string;
  birth: string | undefined;
  vaccines: readonly Row[];
  day: string;
  place: number;
  choices: Values;
  choose: (name: string, value: Value) => void;
}

/** The doses of the child's calendar that are due. */
export function VaccinesPart({ ninoId, birth, vaccines, day, place, choices, choose }: VaccinesPartProps) {
  const lists = useDoseLists();
  const ticked = choices[TICKED];
  const doses = useMemo(() => {
    const timeline = matchVaccines(birth, vaccines, day);
    return (timeline ? dosesForToday(timeline, chosenKeys(ticked)) : []).map((item) => {
      const values = lists && doseValues(lists, item.dose);
      return {
        key: item.dose.key,
        conditional: item.dose.conditional ?? false,
        item,
        preset: Object.fromEntries(
          OF_DOSE.flatMap((name) => (values?.[name] === undefined ? [] : [[name, values[name]]])),
        ),
        inputs: [...OF_DOSE.filter((name) => values?.[name] === undefined), 'lote'],
      };
    });
  }, [birth, vaccines, day, ticked, lists]);
  if (doses.length === 0) return null;
  if (!lists) return <Loader m="md" aria-label="Cargando las listas de vacunas" />;
  return (
    <VaccinesToday doses={doses} {...{ day, place, choices, choose }}>
      {({ key, item, preset, inputs }, tick) => (
        <TickedRecord
          key={key}
          definition={vacuna}
          parentId={ninoId}
          others={vaccines}
          scope={key}
          title={doseName(item.dose)}
          vaccine={item.dose.vaccine}
          description={asSentence(doseTimingTexts(item, today()))}
          {...{ birth, preset, inputs }}
          {...tick}
        />
      )}
    </VaccinesToday>
  );
}
