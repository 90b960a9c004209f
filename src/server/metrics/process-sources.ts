import { Counter } from 'prom-client';
import { passwordTurnsWaiting } from '#server/accounts/password-work.ts';
import { type MetricsSource, optionalGauge } from './metrics-source.ts';

export const passwordTurns: MetricsSource = (registry) => {
  const set = optionalGauge(registry, 'libreta_password_turns_waiting', 'Passwords that wait to be verified or hashed');
  return () => set(passwordTurnsWaiting());
};

export const unwrittenEntries: MetricsSource = (registry, { app }) => {
  const setCount = optionalGauge(
    registry,
    'libreta_journal_entries_unwritten',
    'Views and refused sign-ins not written into the journal yet',
  );
  const setAge = optionalGauge(
    registry,
    'libreta_journal_unwritten_oldest_seconds',
    'Since the oldest of them happened',
  );
  const lost = new Counter({
    name: 'libreta_journal_entries_lost_total',
    help: 'Views and refused sign-ins that could not be written into the journal',
    registers: [registry],
  });
  let counted = 0;
  return () => {
    const waiting = app.journalWaiting();
    setCount(waiting.count);
    setAge(waiting.since === undefined ? 0 : (performance.now() - waiting.since) / 1_000);
    lost.inc(waiting.lost - counted);
    counted = waiting.lost;
  };
};

export const childrenByOtherRules: MetricsSource = (registry, { childrenLeft }) => {
  const set = optionalGauge(
    registry,
    'libreta_children_by_other_rules',
    'Children whose status, scores and visits are still to be computed by the rules in force',
  );
  return () => set(childrenLeft());
};

export const scheduledBackups: MetricsSource = (registry, { backups }) => {
  const setAge = optionalGauge(registry, 'libreta_backup_age_seconds', 'Since the newest scheduled copy was begun');
  const setFailed = optionalGauge(
    registry,
    'libreta_backup_failed',
    '1 when the last try to make a scheduled copy failed, otherwise 0',
  );
  const setPeriod = optionalGauge(registry, 'libreta_backup_period_seconds', 'How often a scheduled copy is asked for');
  return () => {
    const last = backups?.last();
    setAge(last?.ageSeconds);
    setFailed(last && Number(last.failed));
    setPeriod(backups?.everySeconds);
  };
};
