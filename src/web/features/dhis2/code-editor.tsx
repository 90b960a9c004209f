import { Button, Stack, TextInput } from '@mantine/core';
import { IconEdit } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import type { MappingRow } from '#domain/calls/dhis2.ts';
import { codeSchema, NO_CODE } from '#domain/dhis2/mapping.ts';
import type { FieldProblem } from '#domain/errors.ts';
import { errorDetail, errorProblems } from '#web/lib/api-errors.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { focusField } from '#web/ui/form/focus-field.ts';
import { useFormSubmission } from '#web/ui/form/use-form-submission.ts';
import { useUnsavedChanges } from '#web/ui/form/use-unsaved-changes.ts';
import { Actions } from '#web/ui/shapes/actions.tsx';
import { refreshCodes, saveCodes } from './dhis2-api.ts';

const FIELD = 'codigo';
/** An empty code removes the one that is stored. */
const changeSchema = z.object({ [FIELD]: codeSchema });
const firstSchema = z.object({ [FIELD]: codeSchema.refine((code) => code !== '', NO_CODE) });

/** The problems of the code of the one change that is sent. */
const toFieldProblems = (problems: FieldProblem[]): FieldProblem[] =>
  problems.map(({ path, msg }) => ({ path: path === `cambios.0.${FIELD}` ? FIELD : path, msg }));

type Mapped = Omit<MappingRow, 'provincia'>;

function CodeForm({ mapped, onClose }: { mapped: Mapped; onClose: () => void }) {
  const { tipo, clave, nombre, codigo: antes } = mapped;
  const [value, setValue] = useState(antes);
  const { release } = useUnsavedChanges(value.trim() !== antes);
  useEffect(() => void focusField(FIELD), []);
  const form = useFormSubmission({
    toFieldProblems,
    schema: antes === '' ? firstSchema : changeSchema,
    send: async ({ codigo }) => {
      try {
        const { message } = await saveCodes([{ tipo, clave, antes, codigo }]);
        notify.success({ title: '¡Información Actualizada!', message });
      } catch (error) {
        if (!toFieldProblems(errorProblems(error)).some(({ path }) => path === FIELD))
          notify.error({ title: 'Error', message: `No se pudo guardar el código.\n${errorDetail(error)}` });
        throw error;
      } finally {
        void refreshCodes();
      }
      release();
      onClose();
    },
  });
  return (
    <form {...form.formProps} aria-label={`Código de ${nombre}`}>
      <Stack gap="xs">
        <TextInput
          id={FIELD}
          name={FIELD}
          label={`Código de ${nombre} en DHIS2`}
          description={antes === '' ? undefined : 'Vacío: no se envía.'}
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={({ currentTarget }) => setValue(currentTarget.value)}
          error={form.errorOf(FIELD)}
        />
        <Actions>
          <Button variant="outline" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" color="achiote" loading={form.sending}>
            Guardar
          </Button>
        </Actions>
      </Stack>
    </form>
  );
}

/** Opens the form of one code. */
export function CodeEditor({ mapped }: { mapped: Mapped }) {
  const [editing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const label = mapped.codigo === '' ? 'Poner código' : 'Cambiar código';
  if (editing)
    return (
      <CodeForm
        mapped={mapped}
        onClose={() => {
          setEditing(false);
          requestAnimationFrame(() => button.current?.focus());
        }}
      />
    );
  return (
    <Button
      ref={button}
      variant="subtle"
      px="sm"
      leftSection={<IconEdit size={18} aria-hidden />}
      aria-label={`${label} de ${mapped.nombre}`}
      onClick={() => setEditing(true)}
    >
      {label}
    </Button>
  );
}
