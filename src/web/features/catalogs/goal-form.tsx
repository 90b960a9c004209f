import { Button } from '@mantine/core';
import { type FormEvent, useCallback, useEffect, useMemo } from 'react';
import type { StoredGoal } from '#domain/calls/goals.ts';
import { emptyValue, type Field, type Value, type Values } from '#domain/fields/index.ts';
import { GOAL_FIELDS, type GoalValues, goalFieldsFor, goalSchema, isCountedFor } from '#domain/goals/goal-fields.ts';
import { problemsOf } from '#domain/records/define-record.ts';
import { FieldInput } from '#web/ui/fields/field-input.tsx';
import { focusField } from '#web/ui/form/focus-field.ts';
import { useRowForm } from '#web/ui/form/use-row-form.ts';
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

const isChanged = (now: Values, start: Values): boolean => FIELDS.some(([name]) => now[name] !== start[name]);

const rebase = (typed: Values, start: Values, current: Values): Values =>
  Object.fromEntries(FIELDS.map(([name]) => [name, (typed[name] === start[name] ? current : typed)[name] ?? null]));

const FORM = {
  ...{ name: 'la meta', texts: { create: CREATE, edit: EDIT }, startOf, isChanged, check: checked, rebase },
  ...{ create: addGoal, replace: replaceGoal, refresh: refreshGoals },
};

export function GoalForm({ goal, onDone, onCancel }: GoalFormProps) {
  const form = useRowForm<StoredGoal, Values, GoalValues>({ ...FORM, row: goal, onDone });
  const { texts, values, setValues, problems, sending, submit, correct } = form;
  useEffect(() => void focusField('nombre'), []);
  const fields = useMemo(() => Object.entries(goalFieldsFor(values.para)), [values.para]);
  const change = useCallback(
    (name: string, value: Value) => {
      setValues((before) => withChange(before, name, value));
      correct(name);
    },
    [correct, setValues],
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
