import { Group, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { showDay, today } from '#domain/calendar.ts';
import type { Dose } from '#domain/vaccines/schedule.ts';
import {
  DOSE_STATES,
  type DoseState,
  doseName,
  type TimelineItem,
  type VaccineTimeline,
} from '#domain/vaccines/timeline.ts';
import type { Row } from '#web/lib/row.ts';
import { useWide } from '#web/ui/page/use-wide.ts';
import { Callout } from '#web/ui/shapes/callout.tsx';
import type { Tone } from '#web/ui/shapes/tone-badge.tsx';
import { ageName, doseTimingTexts, STATE_ICONS } from './dose-words.ts';
import classes from './vaccine-calendar.module.css';
import { VaccineSources } from './vaccine-sources.tsx';

interface VaccineCalendarProps {
  timeline: VaccineTimeline<Row>;
  /** Fills a dose into the form. */
  onRecord: (dose: Dose) => void;
}

const TONES = {
  due: 'brand',
  late: 'warn',
  upcoming: 'quiet',
  undated: 'quiet',
  given: 'brand',
  early: 'warn',
  tooOld: 'quiet',
} satisfies Record<DoseState, Tone>;

function DoseFacts({ item }: { item: TimelineItem }) {
  const { dose, state } = item;
  const Icon = STATE_ICONS[state];
  return (
    <>
      <Icon size={20} aria-hidden />
      <span>
        <b>{doseName(dose)}</b>
        <em>{DOSE_STATES[state]}</em> {doseTimingTexts(item, today()).filter(Boolean).join('. ')}
      </span>
    </>
  );
}

/** The doses due today; otherwise the next ones. */
function Now({ items, onRecord }: { items: readonly TimelineItem[] } & Pick<VaccineCalendarProps, 'onRecord'>) {
  const wide = useWide();
  const now = items.filter(({ state, waits }) => (state === 'due' || state === 'late') && !waits);
  if (now.length > 0)
    return (
      <>
        <h3>{now.length === 1 ? 'Hoy le toca 1 vacuna' : `Hoy le tocan ${now.length} vacunas`}</h3>
        <ul className={classes.now}>
          {now.map((item) => (
            <li key={item.dose.key}>
              <UnstyledButton
                className={classes.dose ?? ''}
                data-tone={TONES[item.state]}
                onClick={() => onRecord(item.dose)}
              >
                <DoseFacts item={item} />
                <Group component="em" gap={0} ml="auto" wrap="nowrap">
                  {wide ? 'Registrar' : <VisuallyHidden>Registrar</VisuallyHidden>}
                  <IconChevronRight size={18} aria-hidden />
                </Group>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      </>
    );
  const [next] = items.filter(({ state, due }) => state === 'upcoming' && due !== null);
  return (
    <p>
      Hoy no le toca ninguna vacuna según lo registrado.
      {next?.due && ` La próxima es ${doseName(next.dose)}, desde el ${showDay(next.due)}.`}
    </p>
  );
}

/** The child's vaccination calendar by age, with the due doses above and unmatched records below. */
export function VaccineCalendar({ timeline: { items, unmatched }, onRecord }: VaccineCalendarProps) {
  const wide = useWide();
  const ages = [...new Set(items.map(({ dose }) => dose.months))];
  const given = items.filter((item) => item.given).length;
  return (
    <>
      <Now items={items} onRecord={onRecord} />
      <details open={wide}>
        <summary>
          Todas las dosis por edad <small>{`${given} de ${items.length} aplicadas`}</small>
        </summary>
        <ol className={classes.ages}>
          {ages.map((months) => (
            <li key={months}>
              <h3>{ageName(months)}</h3>
              <ul>
                {items
                  .filter(({ dose }) => dose.months === months)
                  .map((item) => (
                    <li key={item.dose.key} className={classes.dose} data-tone={TONES[item.state]}>
                      <DoseFacts item={item} />
                    </li>
                  ))}
              </ul>
            </li>
          ))}
        </ol>
        <VaccineSources items={items} />
      </details>
      {unmatched.length > 0 && (
        <Callout tone="quiet">
          <h3>Otras vacunas registradas</h3>
          <p>No corresponden a una dosis del calendario, o están repetidas.</p>
          <ul>
            {unmatched.map((row) => (
              <li key={row._id}>
                <b>{`${row.tipovacuna}, dosis ${row.dosis}`}</b> {`el ${showDay(String(row.fechaaplicacion))}`}
              </li>
            ))}
          </ul>
        </Callout>
      )}
    </>
  );
}
