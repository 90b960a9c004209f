import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Option, SavedOption } from '#domain/calls/catalogs.ts';
import type { CatalogDefinition } from '#domain/catalogs.ts';
import { optionField, optionSchema } from '#domain/fields/catalog-option.ts';
import type { Value } from '#domain/fields/index.ts';
import { newId } from '#domain/new-id.ts';
import { currentRow, errorDetail, isIdTaken } from '#web/lib/api-errors.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { FieldInput } from '#web/ui/fields/field-input.tsx';
import { focusField } from '#web/ui/form/focus-field.ts';
import { useFormSubmission } from '#web/ui/form/use-form-submission.ts';
import { useUnsavedChanges } from '#web/ui/form/use-unsaved-changes.ts';
import { Actions } from '#web/ui/shapes/actions.tsx';
import classes from './catalogs.module.css';
import { createOption, refreshCatalog, replaceOption } from './catalogs-api.ts';
import { withTypedNumbers } from './typed-numbers.ts';

const CREATE = { title: 'Agregar opción', submit: 'Agregar', done: '¡Información Guardada!', verb: 'guardar' };
const EDIT = { title: 'Editar opción', submit: 'Guardar Cambios', done: '¡Información Actualizada!', verb: 'editar' };

interface OptionFormProps {
  catalog: CatalogDefinition;
  /** The edited option; without it the form creates one. */
  option: Option | undefined;
  onDone: (saved: Option) => void;
  onCancel: () => void;
}

export function OptionForm({ catalog, option, onDone, onCancel }: OptionFormProps) {
  const { field: name, entity } = catalog;
  const field = optionField(catalog);
  const texts = option ? EDIT : CREATE;
  const start = (option?.[name] ?? '') as Value;
  const [value, setValue] = useState(start);
  const id = useRef(newId());
  const base = useRef(option);
  const { release } = useUnsavedChanges(String(value ?? '') !== String(start));
  useEffect(() => void focusField(name), [name]);

  const form = useFormSubmission({
    schema: withTypedNumbers(optionSchema(catalog), catalog.kind === 'number' ? [name] : []),
    send: async (body) => {
      let saved: SavedOption;
      try {
        saved = await (base.current
          ? replaceOption(catalog, base.current, body)
          : createOption(catalog, id.current, body));
      } catch (error) {
        // After a conflict the list shows the current option, and a second save overwrites it knowingly.
        const current = currentRow<Option>(error);
        base.current = current ?? base.current;
        if (isIdTaken(error)) id.current = newId();
        if (current || isIdTaken(error)) void refreshCatalog(catalog);
        const failed = `Hubo un error al ${texts.verb} la información de ${entity}.`;
        notify.error({ title: 'Error', message: `${failed}\n${errorDetail(error)}` });
        throw error;
      }
      notify.success({ title: texts.done, message: saved.message });
      release();
      onDone(saved);
    },
  });

  return (
    <form {...form.formProps} className={classes.panel} aria-label={texts.title}>
      <h3>{texts.title}</h3>
      <div className={classes.row}>
        <FieldInput
          name={name}
          field={field}
          value={value}
          onChange={(_name, next) => setValue(next)}
          error={form.errorOf(name)}
        />
        <Actions>
          <Button variant="outline" onClick={onCancel}>
            Cancelar
          </Button>
          <Button type="submit" color="achiote" loading={form.sending}>
            {texts.submit}
          </Button>
        </Actions>
      </div>
    </form>
  );
}
