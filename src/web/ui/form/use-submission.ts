import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { FieldProblem } from '#domain/errors.ts';
import { errorProblems } from '#web/lib/api-errors.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { focusField } from './focus-field.ts';

export type CheckResult<Values> = { values: Values; problems: null } | { values: null; problems: FieldProblem[] };

/** A function asks the user, who is not kept waiting meanwhile. */
export type BeforeSending = boolean | (() => Promise<boolean>);

type FocusTarget = 'list' | 'field' | 'nothing';

interface SubmissionOptions<Values> {
  /** Validates the current values; called from the first submit on. Must be a stable function while the values do not change. */
  check: () => CheckResult<Values>;
  /** Whether valid values may be sent. */
  before?: (values: Values) => Promise<BeforeSending>;
  /** Sends valid values; what it throws is shown as the failure. */
  send: (values: Values) => Promise<void>;
  /** Maps the server's problems to the field names of the form. */
  toFieldProblems?: (problems: FieldProblem[]) => FieldProblem[];
  /** What is focused when there are several problems; `nothing` if the screen has several forms and decides itself. */
  focusOn: FocusTarget;
}

/** Shorter requests show no loading state, whose rendering would only delay them. */
const SHOWN_AFTER_MS = 150;

const asGiven = (problems: FieldProblem[]) => problems;
const always = () => Promise.resolve<BeforeSending>(true);

/** Focuses a summary and scrolls it clear of the bars that stay on the screen, which `focus` alone does not. */
function focusSummary(summary: HTMLElement | null) {
  summary?.focus({ preventScroll: true });
  summary?.scrollIntoView({ block: 'nearest' });
}

/**
 * After each failed attempt, focuses the summary or the first field with a problem. After a refusal of the server that is the summary, if the form
 * has one, because it has sentences that stand at no field.
 */
function useAttention(tries: number, problems: FieldProblem[], failed: boolean, focusOn: FocusTarget) {
  const summary: RefObject<HTMLDivElement | null> = useRef(null);
  const latest = useRef({ problems, failed, focusOn });
  latest.current = { problems, failed, focusOn };
  useEffect(() => {
    if (tries === 0) return;
    const now = latest.current;
    if (now.focusOn === 'nothing') return;
    const first = now.problems.find(({ path }) => path);
    const listed = now.focusOn === 'list' && now.problems.length > 1;
    const read = listed || (now.failed && summary.current !== null);
    if (read || !first || !focusField(first.path)) focusSummary(summary.current);
  }, [tries]);
  return summary;
}

/** Submits a form. Problems are shown from the first submit on; those of the server until the field changes. Submits do not overlap. */
export function useSubmission<Values>(options: SubmissionOptions<Values>) {
  const { check, before = always, send, toFieldProblems = asGiven, focusOn } = options;
  const [tries, setTries] = useState(0);
  const [failure, setFailure] = useState<unknown>(null);
  const [refused, setRefused] = useState<FieldProblem[]>([]);
  const [sending, setSending] = useState(false);
  const busy = useRef(false);
  const [finished, setFinished] = useState(0);
  // Submits stay blocked until the sent values have left the screen; until then a click would send them again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs after each finished submission
  useLayoutEffect(() => {
    busy.current = false;
  }, [finished]);

  const problems = useMemo(() => {
    const shown = tries > 0 ? (check().problems ?? []) : [];
    return [...shown, ...refused.filter(({ path }) => !path || !shown.some((other) => other.path === path))];
  }, [check, tries, refused]);
  const summary = useAttention(tries, problems, failure !== null, focusOn);

  const forgive = useCallback(() => {
    setFailure(null);
    setRefused((before) => (before.length > 0 ? [] : before));
  }, []);
  const forget = useCallback(() => {
    forgive();
    setTries(0);
  }, [forgive]);
  /** Clears the server's problems of a changed field. */
  const correct = useCallback((name: string) => {
    setRefused((before) =>
      before.some(({ path }) => path === name) ? before.filter(({ path }) => path !== name) : before,
    );
  }, []);

  const fail = (error: unknown) => {
    setFailure(error);
    setRefused(toFieldProblems(errorProblems(error)));
    setTries((count) => count + 1);
  };

  async function waitFor<Result>(work: Promise<Result>): Promise<Result> {
    const slow = setTimeout(setSending, SHOWN_AFTER_MS, true);
    try {
      return await work;
    } finally {
      clearTimeout(slow);
      setSending(false);
    }
  }

  async function deliver(values: Values): Promise<boolean> {
    const allowed = await waitFor(before(values));
    if (!(typeof allowed === 'function' ? await allowed() : allowed)) return false;
    try {
      await waitFor(send(values));
      setTries(0);
      return true;
    } catch (error) {
      fail(error);
      return false;
    }
  }

  async function submit(checked = check()) {
    if (busy.current) return;
    forgive();
    notify.attempt();
    if (checked.problems) return setTries((count) => count + 1);
    busy.current = true;
    let taken = false;
    try {
      taken = await deliver(checked.values);
    } finally {
      if (taken) setFinished((times) => times + 1);
      // After a failure the form can be submitted again at once.
      else busy.current = false;
    }
  }

  return { problems, failure, sending, tried: tries > 0, summary, submit, fail, correct, forget };
}
