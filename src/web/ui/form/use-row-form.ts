import { useCallback, useRef, useState } from 'react';
import { newId } from '#domain/new-id.ts';
import { currentRow, errorDetail, isIdTaken } from '#web/lib/api-errors.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { type CheckResult, useSubmission } from './use-submission.ts';
import { useUnsavedChanges } from './use-unsaved-changes.ts';

interface ModeTexts {
  title: string;
  submit: string;
  /** The title of the notice after saving. */
  done: string;
  /** "Hubo un error al …". */
  verb: string;
}

interface RowFormOptions<Row, Typed, Valid> {
  /** The edited row; without it the form creates one. */
  row: Row | undefined;
  /** With its article: "la meta". */
  name: string;
  texts: { create: ModeTexts; edit: ModeTexts };
  startOf: (row: Row | undefined) => Typed;
  isChanged: (now: Typed, start: Typed) => boolean;
  check: (typed: Typed) => CheckResult<Valid>;
  /** What was typed, on what another person saved meanwhile. */
  rebase: (typed: Typed, start: Typed, current: Typed) => Typed;
  /** @param id made on the device, and the same while the form is sent again */
  create: (id: string, valid: Valid) => Promise<{ message: string }>;
  replace: (row: Row, valid: Valid) => Promise<{ message: string }>;
  refresh: () => Promise<void>;
  onDone: () => void;
}

/** Sends a form that creates or edits a row with versions. After a conflict it shows the current row with what was typed here, which a second submit then stores. */
export function useRowForm<Row extends { _id: string; version: number }, Typed, Valid>(
  options: RowFormOptions<Row, Typed, Valid>,
) {
  const { row, name, startOf, isChanged, check, rebase, create, replace, refresh, onDone } = options;
  const texts = row ? options.texts.edit : options.texts.create;
  const [start, setStart] = useState(() => startOf(row));
  const [values, setValues] = useState(start);
  const id = useRef(newId());
  const base = useRef(row);
  const { release } = useUnsavedChanges(isChanged(values, start));
  const submission = useSubmission<Valid>({
    check: useCallback(() => check(values), [check, values]),
    focusOn: 'field',
    send: async (valid) => {
      try {
        const { message } = await (base.current ? replace(base.current, valid) : create(id.current, valid));
        notify.success({ title: texts.done, message });
      } catch (error) {
        const current = currentRow<Row>(error);
        base.current = current ?? base.current;
        if (isIdTaken(error)) id.current = newId();
        if (current) {
          const now = startOf(current);
          setValues((typed) => rebase(typed, start, now));
          setStart(now);
          void refresh();
        }
        notify.error({ title: 'Error', message: `Hubo un error al ${texts.verb} ${name}.\n${errorDetail(error)}` });
        throw error;
      }
      release();
      onDone();
    },
  });
  return { texts, values, setValues, ...submission };
}
