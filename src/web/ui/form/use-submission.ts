import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { FieldProblem } from '#domain/errors.ts';
import { errorProblems } from '#web/lib/api-errors.ts';
import { focusField } from './focus-field.ts';

/** What the rules say of a form's values: what may be sent, or what is wrong. */
export type Checked<Values> = { values: Values; problems: null } | { values: null; problems: FieldProblem[] };

interface SubmissionOptions<Values> {
  /** Applies the rules to the values as they now are; asked from the first submit on. The same function while these are the same. */
  check: () => Checked<Values>;
  /** Asked before anything is sent. @returns false to go on editing. */
  before?: (values: Values) => Promise<boolean>;
  /** Sends what passed the rules; what it throws is shown as the failure. */
  send: (values: Values) => Promise<void>;
  /** The server's problems under the names of the form's fields. */
  named?: (problems: FieldProblem[]) => FieldProblem[];
  /** Where attention goes when several things are wrong: the list of them, or the first field. */
  leadTo: 'list' | 'field';
}

/** What is done sooner than this is not shown as being done: drawing it would only hold it up. */
const SHOWN_AFTER_MS = 150;

const asGiven = (problems: FieldProblem[]) => problems;
const always = () => Promise.resolve(true);

/** Leads the person to what needs attention, after each try that failed. */
function useAttention(tries: number, problems: FieldProblem[], leadTo: 'list' | 'field') {
  const summary: RefObject<HTMLDivElement | null> = useRef(null);
  const latest = useRef({ problems, leadTo });
  latest.current = { problems, leadTo };
  useEffect(() => {
    if (tries === 0) return;
    const now = latest.current;
    const first = now.problems.find(({ path }) => path);
    const listed = now.leadTo === 'list' && now.problems.length > 1;
    if (listed || !first || !focusField(first.path)) summary.current?.focus();
  }, [tries]);
  return summary;
}

/**
 * The sending of any form. Nothing is marked before the first submit; then marks follow what is typed, and what the
 * server refused stands until it is changed. A second submit waits for the first.
 */
export function useSubmission<Values>(options: SubmissionOptions<Values>) {
  const { check, before = always, send, named = asGiven, leadTo } = options;
  const [tries, setTries] = useState(0);
  const [failure, setFailure] = useState<unknown>(null);
  const [refused, setRefused] = useState<FieldProblem[]>([]);
  const [sending, setSending] = useState(false);
  const busy = useRef(false);
  const [over, setOver] = useState(0);
  // What was sent is off the screen before another one begins: until then a press is still about the old values.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what counts is that it is over
  useLayoutEffect(() => {
    busy.current = false;
  }, [over]);

  const problems = useMemo(() => {
    const shown = tries > 0 ? (check().problems ?? []) : [];
    return [...shown, ...refused.filter(({ path }) => !path || !shown.some((other) => other.path === path))];
  }, [check, tries, refused]);
  const summary = useAttention(tries, problems, leadTo);

  const forgive = useCallback(() => {
    setFailure(null);
    setRefused((before) => (before.length > 0 ? [] : before));
  }, []);
  const forget = useCallback(() => {
    forgive();
    setTries(0);
  }, [forgive]);
  /** What the server refused of a field no longer holds once it is changed. */
  const correct = useCallback((name: string) => {
    setRefused((before) =>
      before.some(({ path }) => path === name) ? before.filter(({ path }) => path !== name) : before,
    );
  }, []);

  const fail = (error: unknown) => {
    setFailure(error);
    setRefused(named(errorProblems(error)));
    setTries((count) => count + 1);
  };

  /** @returns whether they were taken */
  async function deliver(values: Values): Promise<boolean> {
    if (!(await before(values))) return false;
    const slow = setTimeout(setSending, SHOWN_AFTER_MS, true);
    try {
      await send(values);
      setTries(0);
      return true;
    } catch (error) {
      fail(error);
      return false;
    } finally {
      clearTimeout(slow);
      setSending(false);
    }
  }

  async function submit(checked = check()) {
    if (busy.current) return;
    forgive();
    if (checked.problems) return setTries((count) => count + 1);
    busy.current = true;
    let taken = false;
    try {
      taken = await deliver(checked.values);
    } finally {
      if (taken) setOver((times) => times + 1);
      // Whoever reads that it failed may press again at once.
      else busy.current = false;
    }
  }

  return { problems, failure, sending, tried: tries > 0, summary, submit, fail, correct, forget };
}
