import { Button } from '@mantine/core';
import { type FormEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { StoredGoal } from '#domain/calls/goals.ts';
import { emptyValue, type Field, type Value, type Values } from '#domain/fields/index.ts';
import { GOAL_FIELDS, type GoalValues, goalFieldsFor, goalSchema, isCountedFor } from '#domain/goals/goal-fields.ts';
import { problemsOf } from '#domain/records/define-record.ts';
import { currentRow, errorDetail, isIdTaken } from '#web/lib/api-errors.ts';
import { newId } from '#web/lib/new-id.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { FieldInput } from '#web/ui/fields/field-input.tsx';
import { focusField } from '#web/ui/form/focus-field.ts';
import { useSubmission } from '#web/ui/form/use-submission.ts';
import { useUnsavedChanges } from '#web/ui/form/use-unsaved-changes.ts';
import { Actions } from '#web/ui/shapes/actions.tsx';
import { ColumnGrid } from '#web/ui/shapes/columns.tsx';
import classes from './catalogs.module.css';
import { addGoal, refreshGoals, replaceGoal } from './goals-api.ts';

const FIELDS: [string, Field][] = Object.entries(GOAL_FIELDS);

const CREATE = { title: 'Agregar meta', submit: 'Agregar', done: '¡Información Guardada!', verb: 'guardar' };
const EDIT = { title: 'Editar meta', submit: 'Guardar Cambios', done: '¡Información Actualizada!', verb: 'editar' };

function startOf(goal: StoredGoal | undefined): Values {
  if (!goal) return Object.fromEntries(FIELDS.map(([name, field]) => [name, emptyValue(field)]));
  const { _id, version, ...values } = goal;
  return values;
}

function checked(values: Values) {
  const { data, error } = goalSchema.safeParse(values);
  return error ? { values: null, problems: problemsOf(error) } : { values: data, problems: null };
}

/** The changed values; a choice that is no longer offered is taken back. */
function withChange(before: Values, name: string, value: Value): Values {
  const values = { ...before, [name]: value };
  return isCountedFor(values.para, values.registro) ? values : { ...values, registro: '' };
}

interface GoalFormProps {
  /** The edited goal; without it the form creates one. */
  goal: StoredGoal | undefined;
  onDone: () => void;
  onCancel: () => void;
}

export function GoalForm({ goal, onDone, onCancel }: GoalFormProps) {
  const texts = goal ? EDIT : CREATE;
  const [start, setStart] = useState(() => startOf(goal));
  const [values, setValues] = useState(start);
  const id = useRef(newId());
  const base = useRef(goal);
  const { release } = useUnsavedChanges(FIELDS.some(([name]) => values[name] !== start[name]));
  useEffect(() => void focusField('nombre'), []);
  const fields = useMemo(() => Object.entries(goalFieldsFor(values.para)), [values.para]);
  const check = useCallback(() => checked(values), [values]);
  const { problems, sending, submit, correct } = useSubmission<GoalValues>({
    check,
    focusOn: 'field',
    send: async (valid) => {
      try {
        const { message } = await (base.current ? replaceGoal(base.current, valid) : addGoal(id.current, valid));
        notify.success({ title: texts.done, message });
      } catch (error) {
        // After a conflict the form shows the current goal with what was typed here, which a second save then stores.
        const current = currentRow<StoredGoal>(error);
        base.current = current ?? base.current;
        if (isIdTaken(error)) id.current = newId();
        if (current) {
          const now = startOf(current);
          setValues((typed) =>
            Object.fromEntries(
              FIELDS.map(([name]) => [name, (typed[name] === start[name] ? now : typed)[name] ?? null]),
            ),
          );
          setStart(now);
          void refreshGoals();
        }
        notify.error({ title: 'Error', message: `Hubo un error al ${texts.verb} la meta.\n${errorDetail(error)}` });
        throw error;
      }
      release();
      onDone();
    },
  });
  const change = useCallback(
    (name: string, value: Value) => {
      setValues((before) => withChange(before, name, value));
      correct(name);
    },
    [correct],
  );

  return (
    <form
      className={classes.panel}
      aria-label={texts.title}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit();
      }}
    >
      <h3>{texts.title}</h3>
      <ColumnGrid>
        {fields.map(([name, field]) => (
          <FieldInput
            key={name}
            name={name}
            field={field}
            value={values[name] ?? null}
            onChange={change}
            error={problems.find(({ path }) => path === name)?.msg}
          />
        ))}
      </ColumnGrid>
      <Actions>
        <Button variant="outline" onClick={onCancel}>
          Cancelar
        </Button>
        <Button type="submit" color="achiote" loading={sending}>
          {texts.submit}
        </Button>
      </Actions>
    </form>
  );
}
