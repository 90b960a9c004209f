import { Anchor } from '@mantine/core';
import { useMemo, useState } from 'react';
import { today } from '#domain/calendar.ts';
import { haemoglobinDue } from '#domain/follow-up/haemoglobin.ts';
import { agesText, shortAgesText } from '#domain/growth/corrected-age.ts';
import { INDICATORS } from '#domain/growth/indicators.ts';
import type { Status } from '#domain/growth/status.ts';
import { showScore } from '#domain/growth/trajectory.ts';
import { anemia } from '#domain/records/anemia.ts';
import { control } from '#domain/records/control.ts';
import { nino } from '#domain/records/nino.ts';
import { fieldOf } from '#domain/records/row.ts';
import { vacuna } from '#domain/records/vacuna.ts';
import { childOf } from '#web/features/ninos/child-of.ts';
import { coverFacts } from '#web/features/ninos/cover-facts.tsx';
import { NINO } from '#web/features/ninos/kind.ts';
import { useTrajectory } from '#web/features/ninos/use-trajectory.ts';
import { WhoOfSteps } from '#web/features/ninos/who-of-controls.tsx';
import type { Row } from '#web/lib/row.ts';
import { recordsBelongingTo } from '#web/records/booklet/records-belonging-to.ts';
import { OtherRecords } from '#web/records/visit/other-records.tsx';
import { lastGiver, rememberGiver } from '#web/records/visit/remembered-giver.ts';
import { chosenKeys, useVisitChoices } from '#web/records/visit/use-visit-choices.ts';
import { TICKED } from '#web/records/visit/vaccines-today.tsx';
import { VisitFrame } from '#web/records/visit/visit-frame.tsx';
import type { RecordsOf } from '#web/records/visit/visit-screen.tsx';
import { useWide } from '#web/ui/page/use-wide.ts';
import { StatusBadge } from '#web/ui/shapes/status-badge.tsx';
import { ControlPart, type ProvisionalControl } from './control-part.tsx';
import { GROWTH_ID, GrowthNow, scoreOf, useProvisionalSteps } from './growth-now.tsx';
import { HaemoglobinPart } from './haemoglobin-part.tsx';
import { SavedVisit, type SavedVisitProps } from './saved-visit.tsx';
import { VaccinesPart } from './vaccines-part.tsx';

/** Keys of the records that were added, among the choices of the visit. */
const REQUESTED = 'registros';

const ANEMIA_KEY = `${anemia.key}-`;
const OTHERS = recordsBelongingTo(nino).filter(({ key }) => key !== control.key);

const textOf = (row: Row, name: keyof typeof nino.fields) => String(fieldOf(row, name) ?? '');

/** A visit to a child: control, due vaccines, due haemoglobin and any other record, saved together. */
export function ChildVisit({ child, recordsOf }: { child: Row; recordsOf: RecordsOf }) {
  const ninoId = child._id;
  const wide = useWide();
  const [saved, setSaved] = useState<SavedVisitProps | null>(null);
  const [dayOpened, setDayOpened] = useState(false);
  const [typed, setTyped] = useState<ProvisionalControl | null>(null);
  const { choices, choose, discard, release } = useVisitChoices(ninoId, {
    ...{ dia: '', [TICKED]: '', [REQUESTED]: '' },
    ...lastGiver(textOf(child, 'establecimiento')),
  });
  const isDayStored = choices.dia !== '';
  const day = String(choices.dia || today());
  const birth = textOf(child, 'fechanacimiento') || undefined;
  const about = useMemo(() => childOf(child), [child]);
  const [controls, vaccines, screenings] = [recordsOf(control), recordsOf(vacuna), recordsOf(anemia)];
  const trajectory = useTrajectory(about, controls);
  const steps = useProvisionalSteps(about, trajectory, typed);
  const chosen = chosenKeys(choices[REQUESTED]);
  const due = haemoglobinDue(birth, screenings, day);
  // Once shown it stays, with what was typed, also if the day of the visit changes.
  const [wasDue, setWasDue] = useState(due);
  if (due !== null && due !== wasDue) setWasDue(due);
  const showsDue = wasDue !== null && !chosen.some((key) => key.startsWith(ANEMIA_KEY));
  const ofChild = { child, birth, screenings, day, due };
  if (saved) return <SavedVisit {...saved} />;

  const score = typed ? scoreOf(steps.at(-1), 'talla') : null;
  const growth = (
    <GrowthNow {...{ ninoId, child: about, steps, standards: trajectory.standards }} typed={typed !== null} />
  );
  const age = birth && { short: shortAgesText(about, today()), full: agesText(about, today()) };
  return (
    <VisitFrame
      kind={NINO}
      row={child}
      line={[
        ...(age ? age.full.split(' · ') : ['Sin fecha de nacimiento']),
        about.sexo,
        textOf(child, 'cedula'),
      ].filter(Boolean)}
      facts={coverFacts(child, controls)}
      age={age || undefined}
      badges={
        <>
          <StatusBadge status={child.estado as Status} />
          <WhoOfSteps steps={trajectory.steps} />
        </>
      }
      side={growth}
      lead={
        score && (
          <Anchor
            component="button"
            type="button"
            inherit
            fw="var(--mantine-font-weight-bold)"
            onClick={() => document.getElementById(GROWTH_ID)?.focus()}
          >
            {INDICATORS.talla.short} {showScore(score.z)}
          </Anchor>
        )
      }
      onDiscard={discard}
      onSaved={(records) => {
        rememberGiver(String(choices.vacunador ?? ''));
        release();
        // As the booklet was before it is loaded again with these records.
        setSaved({ child, records, steps, day, controls, vaccines, screenings });
      }}
    >
      <ControlPart
        {...{ ninoId, birth, controls, day, isDayStored, dayOpened }}
        onDay={(next) => choose('dia', next)}
        onToggleDay={() => setDayOpened(!dayOpened)}
        onMeasured={setTyped}
      />
      {!wide && growth}
      <VaccinesPart {...{ ninoId, birth, vaccines, day, choices, choose }} place={2} />
      {showsDue && <HaemoglobinPart {...ofChild} place={3} />}
      <OtherRecords
        definitions={OTHERS}
        shown={showsDue ? [anemia] : []}
        partOf={({ key }, added) => key === anemia.key && <HaemoglobinPart {...ofChild} added={added} />}
        parentId={ninoId}
        {...{ birth, recordsOf, day }}
        chosen={chosen}
        onChoose={(keys) => choose(REQUESTED, keys.join(','))}
      />
    </VisitFrame>
  );
}
