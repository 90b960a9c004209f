import { Box, Button, Stack } from '@mantine/core';
import { type FormEvent, useCallback, useEffect } from 'react';
import type { StoredSystem } from '#domain/calls/systems.ts';
import type { SystemValues } from '#domain/exchange/system-fields.ts';
import type { Value } from '#domain/fields/index.ts';
import { FieldInput } from '#web/ui/fields/field-input.tsx';
import { focusField } from '#web/ui/form/focus-field.ts';
import { useRowForm } from '#web/ui/form/use-row-form.ts';
import { Actions } from '#web/ui/shapes/actions.tsx';
import { ColumnGrid } from '#web/ui/shapes/columns.tsx';
import { ManySelect } from './many-select.tsx';
import { checkedSystem, FORM_FIELDS, type FormValues, isChanged, rebased, startOf } from './system-form-values.ts';
import { PLACE_OPTIONS, SCOPE_OPTIONS } from './system-words.ts';
import { addSystem, refreshSystems, replaceSystem } from './systems-api.ts';

const CREATE = { title: 'Registrar sistema', submit: 'Registrar', done: '¡Información Guardada!', verb: 'registrar' };
const EDIT = { title: 'Editar sistema', submit: 'Guardar Cambios', done: '¡Información Actualizada!', verb: 'editar' };

interface SystemFormProps {
  /** The edited system; without it the form registers one. */
  system: StoredSystem | undefined;
  onDone: () => void;
  onCancel: () => void;
}

const FORM = {
  ...{ name: 'el sistema', texts: { create: CREATE, edit: EDIT }, startOf, isChanged, check: checkedSystem },
  ...{ rebase: rebased, create: addSystem, replace: replaceSystem, refresh: refreshSystems },
};

export function SystemForm({ system, onDone, onCancel }: SystemFormProps) {
  const form = useRowForm<StoredSystem, FormValues, SystemValues>({ ...FORM, row: system, onDone });
  const { texts, values, setValues, problems, sending, submit, correct } = form;
  useEffect(() => void focusField('nombre'), []);
  const change = useCallback(
    (name: string, value: Value) => {
      setValues((before) => ({ ...before, single: { ...before.single, [name]: value } }));
      correct(name);
    },
    [correct, setValues],
  );
  const choose = (name: 'alcances' | 'lugares') => (chosen: string[]) => {
    setValues((before) => ({ ...before, [name]: chosen }));
    correct(name);
  };
  const problemOf = (name: string) => problems.find(({ path }) => path === name || path.startsWith(`${name}.`))?.msg;
  const input = (name: keyof typeof FORM_FIELDS) => (
    <FieldInput
      name={name}
      field={FORM_FIELDS[name]}
      value={values.single[name] ?? null}
      onChange={change}
      error={problemOf(name)}
    />
  );

  return (
    <Box
      component="form"
      p="md"
      bg="laguna.0"
      bdrs="lg"
      aria-label={texts.title}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack gap="xs">
        <h3>{texts.title}</h3>
        <ColumnGrid>
          {input('nombre')}
          {input('hasta')}
        </ColumnGrid>
        {input('llaves')}
        <ManySelect
          name="alcances"
          label="Qué puede leer"
          hint="Da solo lo que el otro sistema necesita."
          placeholder="Elige uno o varios"
          nothingFound="No hay más permisos"
          options={SCOPE_OPTIONS}
          chosen={values.alcances}
          error={problemOf('alcances')}
          onChange={choose('alcances')}
        />
        {input('pais')}
        {values.single.pais !== true && (
          <ManySelect
            name="lugares"
            label="De qué lugares"
            hint="Provincias enteras o cantones. Ve las libretas que están allí."
            placeholder="Elige uno o varios"
            nothingFound="No hay un lugar con ese nombre"
            options={PLACE_OPTIONS}
            chosen={values.lugares}
            error={problemOf('lugares')}
            onChange={choose('lugares')}
          />
        )}
        <Actions>
          <Button variant="outline" onClick={onCancel}>
            Cancelar
          </Button>
          <Button type="submit" color="achiote" loading={sending}>
            {texts.submit}
          </Button>
        </Actions>
      </Stack>
    </Box>
  );
}
