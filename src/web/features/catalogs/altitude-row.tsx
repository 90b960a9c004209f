import { Button } from '@mantine/core';
import { IconEdit } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { CantonAltitude } from '#domain/calls/altitudes.ts';
import type { Value } from '#domain/fields/index.ts';
import { ALTITUDE_FIELD, altitudeSchema } from '#domain/haemoglobin/altitude-field.ts';
import { CANTON_ALTITUDES } from '#domain/haemoglobin/canton-altitudes.ts';
import { showMetres } from '#domain/haemoglobin/proposal.ts';
import { replaceAltitude } from '#web/lib/altitudes.ts';
import { errorDetail } from '#web/lib/api-errors.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { FieldInput } from '#web/ui/fields/field-input.tsx';
import { focusField } from '#web/ui/form/focus-field.ts';
import { useUnsavedChanges } from '#web/ui/form/unsaved-changes.ts';
import { useFormSubmission } from '#web/ui/form/use-form-submission.ts';
import classes from './altitudes.module.css';

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
    schema: altitudeSchema,
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
    <form {...form.formProps} className={classes.form} aria-label={`Altitud de ${canton.canton}`}>
      <FieldInput
        name="altitud"
        field={ALTITUDE_FIELD}
        value={value}
        onChange={(_name, next) => setValue(next)}
        error={form.errorOf('altitud')}
      />
      <div className={classes.buttons}>
        <Button variant="outline" onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit" color="achiote" loading={form.sending}>
          Guardar Cambios
        </Button>
      </div>
    </form>
  );
}

/** One canton: its altitude, or the form that changes it in place. */
export function AltitudeRow({ id, canton, edited, onEdit, onClose }: AltitudeRowProps) {
  const { provincia, canton: name, altitud } = canton;
  const changed = CANTON_ALTITUDES[provincia]?.[name] !== altitud;
  return (
    <li data-canton={id}>
      <span className={classes.name}>
        <b>{name}</b>
        <small>{provincia}</small>
      </span>
      {edited ? (
        <AltitudeForm canton={canton} onClose={onClose} />
      ) : (
        <>
          <span className={classes.metres}>
            {showMetres(altitud)}
            <small>{changed ? 'corregida' : 'aproximada'}</small>
          </span>
          <Button
            variant="subtle"
            className={classes.edit ?? ''}
            leftSection={<IconEdit size={18} aria-hidden />}
            aria-label={`Editar la altitud de ${name}, ${provincia}`}
            onClick={onEdit}
          >
            Editar
          </Button>
        </>
      )}
    </li>
  );
}
