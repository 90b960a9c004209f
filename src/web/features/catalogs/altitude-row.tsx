import { Box, Button, Text } from '@mantine/core';
import { IconEdit } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { CantonAltitude } from '#domain/calls/altitudes.ts';
import type { Value } from '#domain/fields/index.ts';
import { ALTITUDE_FIELD, altitudeSchema } from '#domain/haemoglobin/altitude-field.ts';
import { CANTON_ALTITUDES } from '#domain/haemoglobin/canton-altitudes.ts';
import { showMetres } from '#domain/haemoglobin/proposal.ts';
import { errorDetail } from '#web/lib/api-errors.ts';
import { replaceAltitude } from '#web/lib/booklets/altitudes.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { FieldInput } from '#web/ui/fields/field-input.tsx';
import { focusField } from '#web/ui/form/focus-field.ts';
import { useFormSubmission } from '#web/ui/form/use-form-submission.ts';
import { useUnsavedChanges } from '#web/ui/form/use-unsaved-changes.ts';
import { Actions } from '#web/ui/shapes/actions.tsx';
import classes from './catalogs.module.css';
import { withTypedNumbers } from './typed-numbers.ts';

const SCHEMA = withTypedNumbers(altitudeSchema, ['altitud']);

interface AltitudeRowProps {
  id: string;
  canton: CantonAltitude;
  edited: boolean;
  onEdit: () => void;
  onClose: () => void;
}

function AltitudeForm({ canton, onClose }: Pick<AltitudeRowProps, 'canton' | 'onClose'>) {
  const [value, setValue] = useState<Value>(canton.altitud);
  const { release } = useUnsavedChanges(value !== canton.altitud);
  useEffect(() => void focusField('altitud'), []);
  const form = useFormSubmission({
    schema: SCHEMA,
    send: async ({ altitud }) => {
      try {
        const { message } = await replaceAltitude(canton, Number(altitud));
        notify.success({ title: '¡Información Actualizada!', message });
      } catch (error) {
        notify.error({ title: 'Error', message: `Hubo un error al editar la altitud.\n${errorDetail(error)}` });
        throw error;
      }
      release();
      onClose();
    },
  });
  return (
    <form {...form.formProps} className={classes.row} aria-label={`Altitud de ${canton.canton}`}>
      <FieldInput
        name="altitud"
        field={ALTITUDE_FIELD}
        value={value}
        onChange={(_name, next) => setValue(next)}
        error={form.errorOf('altitud')}
      />
      <Actions tight>
        <Button variant="outline" onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit" color="achiote" loading={form.sending}>
          Guardar Cambios
        </Button>
      </Actions>
    </form>
  );
}

function Under({ children }: { children: ReactNode }) {
  return (
    <Text span display="block" size="xs" c="dimmed">
      {children}
    </Text>
  );
}

/** A canton: its altitude, or the form to change it. */
export function AltitudeRow({ id, canton, edited, onEdit, onClose }: AltitudeRowProps) {
  const { provincia, canton: name, altitud } = canton;
  const changed = CANTON_ALTITUDES[provincia]?.[name] !== altitud;
  return (
    <li data-canton={id}>
      <Text span inherit>
        <b>{name}</b>
        <Under>{provincia}</Under>
      </Text>
      {edited ? (
        <AltitudeForm canton={canton} onClose={onClose} />
      ) : (
        <>
          <Text span inherit ta="right" style={{ fontVariantNumeric: 'tabular-nums' }}>
            {showMetres(altitud)}
            <Under>{changed ? 'corregida' : 'aproximada'}</Under>
          </Text>
          <Button variant="subtle" px="sm" aria-label={`Editar la altitud de ${name}, ${provincia}`} onClick={onEdit}>
            <IconEdit size={18} aria-hidden />
            <Box component="span" visibleFrom="sm" ml="xs">
              Editar
            </Box>
          </Button>
        </>
      )}
    </li>
  );
}
