import { Button, Stack, TextInput } from '@mantine/core';
import { IconEdit } from '@tabler/icons-react';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { z } from 'zod';
import type { MappingRow } from '#domain/calls/dhis2.ts';
import { codeSchema, NO_CODE } from '#domain/dhis2/mapping.ts';
import type { FieldProblem } from '#domain/errors.ts';
import { errorDetail, errorProblems } from '#web/lib/api-errors.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { useFormSubmission } from '#web/ui/form/use-form-submission.ts';
import { useUnsavedChanges } from '#web/ui/form/use-unsaved-changes.ts';
import { Actions } from '#web/ui/shapes/actions.tsx';
import { refreshCodes, saveCodes } from './dhis2-api.ts';

/** An empty code removes the one that is stored. */
const firstSchema = codeSchema.refine((code) => code !== '', NO_CODE);

type Mapped = Omit<MappingRow, 'provincia'>;

function CodeForm({ mapped, onClose }: { mapped: Mapped; onClose: () => void }) {
  const { tipo, clave, nombre, codigo: antes } = mapped;
  const [value, setValue] = useState(antes);
  const { release } = useUnsavedChanges(value.trim() !== antes);
  // Several codes can be edited at once.
  const field = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  /** The problems of the code of the one change that is sent. */
  const toFieldProblems = (problems: FieldProblem[]): FieldProblem[] =>
    problems.map(({ path, msg }) => ({ path: path === 'cambios.0.codigo' ? field : path, msg }));
  const form = useFormSubmission({
    toFieldProblems,
    schema: useMemo(() => z.object({ [field]: antes === '' ? firstSchema : codeSchema }), [field, antes]),
    send: async ({ [field]: codigo = '' }) => {
      try {
        const { message } = await saveCodes([{ tipo, clave, antes, codigo }]);
        notify.success({ title: '¡Información Actualizada!', message });
      } catch (error) {
        if (!toFieldProblems(errorProblems(error)).some(({ path }) => path === field))
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
          ref={input}
          id={field}
          name={field}
          label={`Código de ${nombre} en DHIS2`}
          description={antes === '' ? undefined : 'Vacío: no se envía.'}
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={({ currentTarget }) => setValue(currentTarget.value)}
          error={form.errorOf(field)}
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
