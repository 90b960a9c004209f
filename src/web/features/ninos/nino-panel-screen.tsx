import { IconChartLine } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { today } from '#domain/calendar.ts';
import { agesText, shortAgesText } from '#domain/growth/corrected-age.ts';
import { NOT_EVALUATED, type Status } from '#domain/growth/status.ts';
import { anemia } from '#domain/records/anemia.ts';
import { CHILD_RECORDS } from '#domain/records/child-records.ts';
import { control } from '#domain/records/control.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { mujer } from '#domain/records/mujer.ts';
import { nino } from '#domain/records/nino.ts';
import { fieldOf } from '#domain/records/row.ts';
import { vacuna } from '#domain/records/vacuna.ts';
import { useAddress } from '#web/lib/address.ts';
import { spareTime } from '#web/lib/line.ts';
import type { Row } from '#web/lib/row.ts';
import { toWoman } from '#web/records/booklet/booklet-links.ts';
import { NextAppointmentsWaiting } from '#web/records/booklet/next-appointments-waiting.tsx';
import type { BookletSection } from '#web/records/booklet/section.ts';
import { SectionWaiting } from '#web/records/booklet/section-waiting.tsx';
import type { PatientRecords } from '#web/records/booklet/use-patient-records.ts';
import { personName } from '#web/records/patients/patient-kind.ts';
import { PatientPanel } from '#web/records/patients/patient-panel.tsx';
import { Relatives } from '#web/records/patients/relatives.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.tsx';
import { ButtonLink } from '#web/ui/page/links.tsx';
import { StatusBadge } from '#web/ui/shapes/status-badge.tsx';
import { childOf } from './child-of.ts';
import { ControlSection } from './control-section.tsx';
import { coverFacts } from './cover-facts.tsx';
import { GROWTH_CURVES } from './growth-curves.ts';
import { NINO } from './kind.ts';
import classes from './nino-panel-screen.module.css';

const RECORD_TYPES = Object.values<RecordDefinition>(CHILD_RECORDS);

const route = getRouteApi('/ninos/$ninoId');

const WhoOfControls = lazyPart(() => import('./who-of-controls.tsx'));
const ChildAppointments = lazyPart(() => import('./child-appointments.tsx'), <NextAppointmentsWaiting />, spareTime);
const GrowthSummary = lazyPart(() => import('./growth-summary.tsx'), null, spareTime);
const PersonGoals = lazyPart(() => import('#web/records/goals/person-goals.tsx'), null, spareTime);
const GrowthSection = lazyPart(() => import('./growth-section.tsx'), <SectionWaiting />);

const VaccineSection = lazyPart(() => import('./vaccine-section.tsx'), <SectionWaiting />);
const AnemiaSection = lazyPart(() => import('./anemia-section.tsx'), <SectionWaiting />);

const text = (row: Row, name: keyof typeof nino.fields) => String(fieldOf(row, name) ?? '');
const birthOf = (row: Row) => text(row, 'fechanacimiento') || undefined;
const GROUP_NAMES: Record<string, string> = { FEMENINO: 'Niña', MASCULINO: 'Niño' };

const controlsOf = (records: PatientRecords) => records.get(control.key) as UseQueryResult<Row[]>;

function coverLine(row: Row): string[] {
  const ages = agesText(childOf(row), today());
  return [
    ...(ages ? ages.split(' · ') : ['Sin fecha de nacimiento']),
    text(row, 'sexo'),
    `${nino.fields.cedula.label} ${text(row, 'cedula')}`,
  ].filter(Boolean);
}

function growthSections(row: Row, controls: UseQueryResult<Row[]>): BookletSection[] {
  return GROWTH_CURVES.map((curve) => ({
    key: curve.key,
    label: curve.title,
    marker: { color: curve.color },
    group: 'Curvas de crecimiento',
    formless: true,
    render: () => (
      <GrowthSection
        curve={curve}
        controls={controls}
        child={childOf(row)}
        childrenName={GROUP_NAMES[text(row, 'sexo')] ?? 'Niñas y niños'}
      />
    ),
  }));
}

/** A link from the figures to their curve. */
function CurveLink() {
  const [weight] = GROWTH_CURVES;
  return (
    <ButtonLink
      variant="subtle"
      size="sm"
      px={0}
      leftSection={<IconChartLine size={18} aria-hidden />}
      from="/ninos/$ninoId"
      to="."
      search={{ seccion: weight?.key }}
      resetScroll={false}
    >
      Ver curva de peso
    </ButtonLink>
  );
}

export function NinoPanelScreen() {
  const { ninoId } = route.useParams();
  const address = useAddress(route);
  return (
    <PatientPanel
      key={ninoId}
      kind={NINO}
      recordTypes={RECORD_TYPES}
      id={ninoId}
      address={address}
      line={coverLine}
      age={(row) => {
        const birth = birthOf(row);
        return birth
          ? { short: shortAgesText(childOf(row), today()), full: agesText(childOf(row), today()) }
          : undefined;
      }}
      badges={(row, records) => (
        <>
          <StatusBadge status={row.estado as Status} />
          <WhoOfControls child={childOf(row)} controls={controlsOf(records).data} />
        </>
      )}
      links={(row) => (
        <Relatives label="Madre" definition={mujer} matching={{ cedula: text(row, 'cedulamadre') }} panel={toWoman} />
      )}
      facts={(row, records) => coverFacts(row, controlsOf(records).data)}
      summary={(row, records) => (
        <div className={classes.standards} data-evaluated={row.estado !== NOT_EVALUATED}>
          <GrowthSummary name={personName(NINO, row)} child={childOf(row)} controls={controlsOf(records)} />
        </div>
      )}
      next={(row, records) => (
        <>
          <ChildAppointments birth={birthOf(row)} records={records} />
          <PersonGoals para="nino" row={row} records={records} />
        </>
      )}
      birth={birthOf}
      more={(row, records) => growthSections(row, controlsOf(records))}
      recordAction={(key) => key === control.key && <CurveLink />}
      recordSection={(props, row) => {
        if (props.definition.key === vacuna.key) return <VaccineSection {...props} />;
        if (props.definition.key === control.key) return <ControlSection {...props} child={childOf(row)} />;
        if (props.definition.key === anemia.key) return <AnemiaSection {...props} child={row} />;
        return undefined;
      }}
    />
  );
}
