import { type ChangeEvent, type FormEvent, useCallback, useRef, useState } from 'react';
import type { z } from 'zod';
import type { FieldProblem } from '#domain/errors.ts';
import { errorProblems, NetworkError } from '#web/lib/api-errors.ts';
import { type CheckResult, useSubmission } from './use-submission.ts';

interface Submission<Values> {
  /** A function if the schema is loaded with the first submit. */
  schema: z.ZodType<Values> | (() => Promise<z.ZodType<Values>>);
  send: (values: Values, form: HTMLFormElement) => Promise<void>;
  /** Maps the server's problems to the field names of the form. */
  toFieldProblems?: (problems: FieldProblem[]) => FieldProblem[];
}

type Inputs = Record<string, unknown>;

const readForm = (form: HTMLFormElement): Inputs => Object.fromEntries(new FormData(form));

/** Reports only the first problem of each field. */
function checked<Values>(schema: z.ZodType<Values> | undefined, inputs: Inputs): CheckResult<Values> {
  if (!schema) return { values: null, problems: [] };
  const result = schema.safeParse(inputs);
  if (result.success) return { values: result.data, problems: null };
  const problems = result.error.issues.map(({ path, message }) => ({ msg: message, path: path.join('.') }));
  return {
    values: null,
    problems: problems.filter((one, at) => problems.findIndex(({ path }) => path === one.path) === at),
  };
}

/** A short form of plain inputs, read with FormData at submit, so that values from password managers count. */
export function useFormSubmission<Values>({ schema, send, toFieldProblems }: Submission<Values>) {
  const [inputs, setInputs] = useState<Inputs>({});
  const form = useRef<HTMLFormElement>(null);
  const late = typeof schema === 'function';
  const [fetched, setFetched] = useState<z.ZodType<Values>>();
  const [fetching, setFetching] = useState(false);
  const underway = useRef(false);
  const rules = late ? fetched : schema;
  const check = useCallback(() => checked(rules, inputs), [rules, inputs]);
  const submission = useSubmission<Values>({
    check,
    send: async (values) => {
      if (form.current) await send(values, form.current);
    },
    focusOn: 'list',
    ...(toFieldProblems && { toFieldProblems }),
  });
  const { problems, failure, sending, tried, correct } = submission;

  /** Busy from the press until the request is answered, because the first submit also waits for the schema's code. */
  async function submitLate(load: () => Promise<z.ZodType<Values>>, now: Inputs): Promise<void> {
    if (underway.current) return;
    underway.current = true;
    setFetching(!fetched);
    try {
      const rules = await load().catch(() => null);
      if (!rules) return submission.fail(new NetworkError());
      setFetched(rules);
      await submission.submit(checked(rules, now));
    } finally {
      underway.current = false;
      setFetching(false);
    }
  }
  return {
    ...submission,
    sending: sending || fetching,
    /** A failure that does not concern single fields. */
    failure: errorProblems(failure).length > 0 ? null : failure,
    errorOf: (path: string) => problems.find((problem) => problem.path === path)?.msg,
    formProps: {
      ref: form,
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        const now = readForm(event.currentTarget);
        setInputs(now);
        if (late) void submitLate(schema, now);
        else void submission.submit(checked(schema, now));
      },
      onChange: (event: ChangeEvent<HTMLFormElement>) => {
        if (tried) setInputs(readForm(event.currentTarget));
        correct(event.target.getAttribute('name') ?? '');
      },
    },
  };
}
