import { useMemo, useState } from 'react';
import { today } from '#domain/calendar.ts';
import { gestationWeek } from '#domain/follow-up/pregnancy.ts';
import { vaccinesOfPregnancy } from '#domain/follow-up/pregnancy-vaccines.ts';
import { controlmujer } from '#domain/records/control-mujer.ts';
import { etmi } from '#domain/records/etmi.ts';
import { latestFirst } from '#domain/records/latest-first.ts';
import { mujer } from '#domain/records/mujer.ts';
import { fieldOf } from '#domain/records/row.ts';
import { vacunamujer } from '#domain/records/vacuna-mujer.ts';
import { namesVaccine } from '#domain/vaccines/women-vaccines.ts';
import { womanSentence } from '#domain/visit/mother-sentence.ts';
import { nextVisit } from '#domain/visit/next-visit.ts';
import { type FollowedWoman, womanAppointments } from '#domain/visit/woman-appointments.ts';
import { coverFacts } from '#web/features/mujeres/cover-facts.ts';
import { MUJER } from '#web/features/mujeres/kind.ts';
import { usePregnancyLists } from '#web/features/mujeres/pregnancy-lists.ts';
import type { Row } from '#web/lib/row.ts';
import { recordsBelongingTo } from '#web/records/booklet/records-belonging-to.ts';
import { OtherRecords } from '#web/records/visit/other-records.tsx';
import { lastGiver, rememberGiver } from '#web/records/visit/remembered-giver.ts';
import { SavedFrame } from '#web/records/visit/saved-frame.tsx';
import { TickedRecord } from '#web/records/visit/ticked-record.tsx';
import { chosenKeys, useVisitChoices } from '#web/records/visit/use-visit-choices.ts';
import { TICKED, VaccinesToday } from '#web/records/visit/vaccines-today.tsx';
import type { SavedRecord } from '#web/records/visit/visit.ts';
import { VisitFrame } from '#web/records/visit/visit-frame.tsx';
import type { RecordsOf } from '#web/records/visit/visit-screen.tsx';
import { WomanControlPart } from './woman-control-part.tsx';

/** Keys of the records that were added, among the choices of the visit. */
const REQUESTED = 'registros';
const OTHERS = recordsBelongingTo(mujer).filter(({ key }) => key !== controlmujer.key);

interface SavedWomanVisit extends FollowedWoman {
  readonly records: readonly SavedRecord[];
}

/** Her next visit with what was saved, of one day as the newest. */
function nextOf({ records, controls, vaccines, screenings }: SavedWomanVisit) {
  const ofKind = (key: string) =>
    records.filter(({ definition }) => definition.key === key).map(({ values }) => values);
  const after = {
    controls: [...ofKind(controlmujer.key), ...controls],
    vaccines: [...ofKind(vacunamujer.key), ...vaccines],
    screenings: [...ofKind(etmi.key), ...screenings],
  };
  return nextVisit(womanAppointments(after, today()));
}

/** A visit to a pregnant woman. */
export function WomanVisit({ woman, recordsOf }: { woman: Row; recordsOf: RecordsOf }) {
  const mujerId = woman._id;
  const [saved, setSaved] = useState<SavedWomanVisit | null>(null);
  const { choices, choose, discard, release } = useVisitChoices(mujerId, {
    ...{ dia: '', [TICKED]: '', [REQUESTED]: '' },
    ...lastGiver(String(fieldOf(woman, 'establecimiento') ?? '')),
  });
  const isDayStored = choices.dia !== '';
  const day = String(choices.dia || today());
  const [controls, vaccines, screenings] = [recordsOf(controlmujer), recordsOf(vacunamujer), recordsOf(etmi)];
  const week = gestationWeek(screenings, day);
  const lists = usePregnancyLists();
  const [latest] = latestFirst(vacunamujer, vaccines);
  const age = latest ? fieldOf(latest, 'edadapli') : null;
  const ticked = choices[TICKED];
  const doses = useMemo(
    () =>
      vaccinesOfPregnancy(screenings, vaccines, day, chosenKeys(ticked)).map((vaccine) => {
        const [types = [], names = []] = lists ?? [];
        const tipo = types.find((option) => namesVaccine(vaccine, option));
        const nombrevacuna = names.find((option) => namesVaccine(vaccine, option));
        return {
          ...vaccine,
          preset: {
            ...(tipo !== undefined && { tipo }),
            ...(nombrevacuna !== undefined && { nombrevacuna }),
            ...(age !== null && { edadapli: age }),
          },
          inputs: [...(tipo === undefined ? ['tipo'] : []), 'edadapli', 'lote'],
        };
      }),
    [screenings, vaccines, day, ticked, lists, age],
  );
  if (saved) {
    const next = nextOf(saved);
    const sentence = womanSentence({
      nombres: String(fieldOf(woman, 'nombres') ?? ''),
      hasControl: saved.records.some(({ definition }) => definition.key === controlmujer.key),
      vaccines: saved.records.filter(({ definition }) => definition.key === vacunamujer.key).length,
      date: next.date,
    });
    return (
      <SavedFrame
        kind={MUJER}
        row={woman}
        records={saved.records}
        tell={{ title: 'Dile a la madre', sentence }}
        next={next}
      />
    );
  }
  return (
    <VisitFrame
      kind={MUJER}
      row={woman}
      line={[week === null ? '' : `Semana ${week} de embarazo`, String(fieldOf(woman, 'cedula') ?? '')].filter(Boolean)}
      facts={coverFacts(woman)}
      age={week === null ? undefined : { short: `Semana ${week}`, full: `Semana ${week} de embarazo` }}
      onDiscard={discard}
      onSaved={(records) => {
        rememberGiver(String(choices.vacunador ?? ''));
        release();
        setSaved({ records, controls, vaccines, screenings });
      }}
    >
      <WomanControlPart {...{ mujerId, controls, day, isDayStored }} onDay={(next) => choose('dia', next)} />
      {lists && doses.length > 0 && (
        <VaccinesToday doses={doses} {...{ day, choices, choose }} place={2}>
          {({ key, label, note, preset, inputs }, tick) => (
            <TickedRecord
              key={key}
              definition={vacunamujer}
              parentId={mujerId}
              others={vaccines}
              scope={key}
              title={label}
              vaccine={key}
              description={note}
              {...{ preset, inputs }}
              {...tick}
            />
          )}
        </VaccinesToday>
      )}
      <OtherRecords
        definitions={OTHERS}
        parentId={mujerId}
        birth={undefined}
        {...{ recordsOf, day }}
        chosen={chosenKeys(choices[REQUESTED])}
        onChoose={(keys) => choose(REQUESTED, keys.join(','))}
      />
    </VisitFrame>
  );
}
