import { IconAlertTriangle } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { showDay } from '#domain/calendar.ts';
import type { Score } from '#domain/growth/evaluate.ts';
import { INDICATORS, type IndicatorKey } from '#domain/growth/indicators.ts';
import { type Step, showScore } from '#domain/growth/trajectory.ts';
import { hasFailed } from '#web/lib/load-failure.ts';
import type { Row } from '#web/records/row.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { RetryButton } from '#web/ui/feedback/retry.tsx';
import { missingOf } from './growth-missing.tsx';
import classes from './growth-summary.module.css';
import { type Child, type ControlRow, useTrajectory } from './use-trajectory.ts';

interface GrowthSummaryProps {
  child: Child;
  controls: UseQueryResult<Row[]>;
}

const TITLE = 'Estándares OMS';
/** Stunting first: it is what the booklet is there for. */
const SHOWN: readonly IndicatorKey[] = ['talla', 'peso', 'pesotalla'];

const toneOf = ({ className, z }: Score) => (className === 'Normal' ? 'ok' : z < 0 ? 'low' : 'over');
const sentencesOf = ({ warnings, evaluation }: Step) => [
  ...(evaluation?.alerts ?? []),
  ...warnings.map(({ sentence }) => sentence),
];

/** Tells at once what a control says that was just saved. */
function useNoticeOfNew(steps: Step<ControlRow>[] | undefined, waiting: boolean): void {
  const known = useRef<Set<string> | null>(null);
  useEffect(() => {
    if (!steps || waiting) return;
    const before = known.current;
    known.current = new Set(steps.map(({ control }) => control._id));
    const added = before ? steps.filter(({ control }) => !before.has(control._id)) : [];
    const message = added.flatMap(sentencesOf).join('\n');
    if (message) notify.warning({ title: 'Atención', message });
  }, [steps, waiting]);
}

function ScoreFact({ name, score }: { name: IndicatorKey; score: Score | null | undefined }) {
  return (
    <div>
      <dt>{INDICATORS[name].short}</dt>
      <dd>
        {score ? (
          <>
            <b>{showScore(score.z)}</b> <small>DE</small>{' '}
            <span className={classes.mark} data-tone={toneOf(score)}>
              {score.className}
            </span>
          </>
        ) : (
          'Sin dato'
        )}
      </dd>
    </div>
  );
}

/** The latest control by the WHO's standards, and what asks for attention on the child's way. */
export default function GrowthSummary({ child, controls }: GrowthSummaryProps) {
  const { steps, waiting, missing } = useTrajectory(child, controls.data);
  useNoticeOfNew(steps, waiting);
  const latest = steps?.at(-1);
  const unknown = !steps && hasFailed(controls);
  if (!steps && !unknown) return null;
  if (!latest)
    return (
      <section className={classes.summary} aria-label={TITLE}>
        <div className={classes.head}>
          <h2>{TITLE}</h2>
        </div>
        {unknown ? (
          <RetryButton query={controls} of={TITLE} />
        ) : (
          <p className={classes.missing}>Aparecen aquí con el primer control.</p>
        )}
      </section>
    );
  const attention = waiting ? [] : sentencesOf(latest);
  return (
    <section className={classes.summary} aria-label={TITLE}>
      <div className={classes.head}>
        <h2>{TITLE}</h2>
        <p>Control del {showDay(latest.control.fecha)}</p>
      </div>
      {missing ? (
        <RetryButton query={missing} of={TITLE} />
      ) : waiting || latest.evaluation ? (
        <dl className={classes.facts} aria-busy={waiting}>
          {SHOWN.map((name) => (
            <ScoreFact key={name} name={name} score={latest.evaluation?.scores[name]} />
          ))}
        </dl>
      ) : (
        <p className={classes.missing}>Falta registrar {missingOf(child)} para comparar.</p>
      )}
      {attention.length > 0 && (
        <div className={classes.attention}>
          <h3>
            <IconAlertTriangle size={18} aria-hidden />
            Atención
          </h3>
          <ul>
            {attention.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
