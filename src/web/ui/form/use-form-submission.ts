import { type ChangeEvent, type FormEvent, useCallback, useRef, useState } from 'react';
import type { z } from 'zod';
import { errorProblems } from '#web/lib/api-errors.ts';
import { type Checked, useSubmission } from './use-submission.ts';

interface Submission<Values> {
  schema: z.ZodType<Values>;
  /** Sends what passed the rules; what it throws is shown as the failure. */
  send: (values: Values, form: HTMLFormElement) => Promise<void>;
}

type Inputs = Record<string, unknown>;

const readForm = (form: HTMLFormElement): Inputs => Object.fromEntries(new FormData(form));

/** One problem per field: the first. */
function checked<Values>(schema: z.ZodType<Values>, inputs: Inputs): Checked<Values> {
  const result = schema.safeParse(inputs);
  if (result.success) return { values: result.data, problems: null };
  const problems = result.error.issues.map(({ path, message }) => ({ msg: message, path: path.join('.') }));
  return {
    values: null,
    problems: problems.filter((one, at) => problems.findIndex(({ path }) => path === one.path) === at),
  };
}

/** A short form of plain inputs, read by their names when it is sent (so that what a password manager fills in counts). */
export function useFormSubmission<Values>({ schema, send }: Submission<Values>) {
  const [inputs, setInputs] = useState<Inputs>({});
  const form = useRef<HTMLFormElement>(null);
  const check = useCallback(() => checked(schema, inputs), [schema, inputs]);
  const submission = useSubmission<Values>({
    check,
    send: async (values) => {
      if (form.current) await send(values, form.current);
    },
    leadTo: 'list',
  });
  const { problems, failure, tried, correct } = submission;
  return {
    ...submission,
    /** A failure that is not about single fields. */
    failure: errorProblems(failure).length > 0 ? null : failure,
    errorOf: (path: string) => problems.find((problem) => problem.path === path)?.msg,
    formProps: {
      ref: form,
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        const now = readForm(event.currentTarget);
        setInputs(now);
        void submission.submit(checked(schema, now));
      },
      onChange: (event: ChangeEvent<HTMLFormElement>) => {
        if (tried) setInputs(readForm(event.currentTarget));
        correct(event.target.getAttribute('name') ?? '');
      },
    },
  };
}
