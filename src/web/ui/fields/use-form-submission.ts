import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import type { FieldProblem } from '#domain/errors.ts';
import { errorProblems } from '#web/lib/api-errors.ts';
import { focusField } from './focus-field.ts';

interface Submission<Values> {
  schema: z.ZodType<Values>;
  /** Sends what passed the rules; what it throws is shown as the failure. */
  send: (values: Values, form: HTMLFormElement) => Promise<void>;
}

function readForm(form: HTMLFormElement): Record<string, unknown> {
  return Object.fromEntries(new FormData(form));
}

/** One problem per field: the first. */
function problemsOf(schema: z.ZodType, values: unknown): FieldProblem[] {
  const issues = schema.safeParse(values).error?.issues ?? [];
  const problems = new Map<string, FieldProblem>();
  for (const issue of issues) {
    const path = issue.path.join('.');
    if (!problems.has(path)) problems.set(path, { msg: issue.message, path });
  }
  return [...problems.values()];
}

/**
 * A short form of plain inputs, read by their names when it is sent (so that what a password manager fills in counts).
 * Nothing is marked before the first submit; from then on marks follow what is typed. A second submit waits for the first.
 */
export function useFormSubmission<Values>({ schema, send }: Submission<Values>) {
  const [tried, setTried] = useState(0);
  const [ownProblems, setOwnProblems] = useState<FieldProblem[]>([]);
  const [failure, setFailure] = useState<unknown>(null);
  /** What the server refused and was changed since. */
  const [corrected, setCorrected] = useState<readonly string[]>([]);
  const [sending, setSending] = useState(false);
  const busy = useRef(false);
  const summary = useRef<HTMLDivElement>(null);

  const refusals = errorProblems(failure);
  const refused = refusals.filter(({ path }) => !corrected.includes(path));
  const correct = (path: string) => {
    if (refused.some((problem) => problem.path === path)) setCorrected((paths) => [...paths, path]);
  };
  const problems = [...ownProblems, ...refused.filter(({ path }) => !ownProblems.some((own) => own.path === path))];

  // Lead the person to what needs attention: the only field, or the list of them.
  const attention = useRef<FieldProblem[]>([]);
  attention.current = problems;
  useEffect(() => {
    if (tried === 0) return;
    const [first, ...others] = attention.current;
    if (!first) return;
    if (others.length > 0 || !focusField(first.path)) summary.current?.focus();
  }, [tried]);

  async function submit(form: HTMLFormElement) {
    if (busy.current) return;
    const checked = schema.safeParse(readForm(form));
    setFailure(null);
    setCorrected([]);
    setOwnProblems(checked.success ? [] : problemsOf(schema, readForm(form)));
    if (!checked.success) return setTried((count) => count + 1);
    busy.current = true;
    setSending(true);
    try {
      await send(checked.data, form);
      setTried(0);
    } catch (error) {
      setFailure(error);
      setTried((count) => count + 1);
    } finally {
      busy.current = false;
      setSending(false);
    }
  }

  return {
    problems,
    /** A failure that is not about single fields. */
    failure: refusals.length > 0 ? null : failure,
    sending,
    summary,
    /** For inputs whose changes the form does not hear of. */
    correct,
    errorOf: (path: string) => problems.find((problem) => problem.path === path)?.msg,
    formProps: {
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        void submit(event.currentTarget);
      },
      onChange: (event: ChangeEvent<HTMLFormElement>) => {
        if (tried > 0) setOwnProblems(problemsOf(schema, readForm(event.currentTarget)));
        correct(event.target.getAttribute('name') ?? '');
      },
    },
  };
}
