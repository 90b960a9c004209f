import '@mantine/core/styles/Paper.layer.css';
import { Box, Button, Group, Paper, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { isWithin } from '#domain/fields/number.ts';
import { type AltitudeContext, altitudeAdjustment } from '#domain/haemoglobin/altitude-adjustment.ts';
import { ALTITUDE_FIELD } from '#domain/haemoglobin/altitude-field.ts';
import { classOfScreening, TOO_YOUNG_FOR_CLASS } from '#domain/haemoglobin/anemia-class.ts';
import { showMetres } from '#domain/haemoglobin/proposal.ts';
import { anemia } from '#domain/records/anemia.ts';
import { hasFailed } from '#web/lib/load-failure.ts';
import { proposalFor } from '#web/records/form/form-values.ts';
import type { RecordFormState } from '#web/records/form/use-record-form.ts';
import { RetryButton } from '#web/ui/feedback/retry.tsx';
import { AnemiaClassBadge } from './anemia-class-badge.tsx';
import type { ChildAltitude } from './use-altitude.ts';

export const CORRECTED = 'valorcorregido' satisfies keyof typeof anemia.fields;

interface AltitudeProposalProps {
  form: RecordFormState;
  altitude: AltitudeContext;
  /** The child's canton, or ''. */
  canton: string;
  onAltitude: (metres: number | null) => void;
}

/** The proposed value in a sentence, with a button to apply it if the field has another value. */
function Proposed({ form }: Pick<AltitudeProposalProps, 'form'>) {
  const field = anemia.fields[CORRECTED];
  const proposal = proposalFor(form.definition, CORRECTED, form.values, form.context);
  if (!proposal) return null;
  const { value, explained } = proposal;
  if (!isWithin(field, value))
    return <p>{`Con el ajuste sería ${explained}: está fuera de ${field.min} a ${field.max} y no se llena.`}</p>;
  return (
    <>
      <p>{`Propuesto: ${explained}`}</p>
      {form.values[CORRECTED] !== value && (
        <Button
          variant="subtle"
          px={0}
          style={{ alignSelf: 'flex-start' }}
          onClick={() => form.change(CORRECTED, value)}
        >
          Usar el propuesto
        </Button>
      )}
    </>
  );
}

function AltitudeInput({ altitude, canton, onAltitude }: Omit<AltitudeProposalProps, 'form'>) {
  const [text, setText] = useState(() => altitude.metres?.toString() ?? '');
  const { min, max, unit } = ALTITUDE_FIELD;
  const typed = /^\d{1,4}$/.test(text) ? Number(text) : null;
  const valid = typed !== null && isWithin(ALTITUDE_FIELD, typed);
  const source = canton
    ? `La de ${canton} es aproximada: cámbiala si vive más arriba o más abajo`
    : 'Sin cantón: ¿a qué altitud vive?';
  const beyond = valid && altitudeAdjustment(altitude.table, typed) === null;
  return (
    <TextInput
      label={`Altitud donde vive (${unit})`}
      description={beyond ? `La tabla OMS ${altitude.table} no llega a ${showMetres(typed)}` : source}
      error={text !== '' && !valid && `Escribe metros enteros, de ${min} a ${max}`}
      value={text}
      inputMode="numeric"
      autoComplete="off"
      onChange={({ currentTarget: { value } }) => {
        setText(value.trim());
        const metres = /^\d{1,4}$/.test(value.trim()) ? Number(value) : null;
        onAltitude(metres !== null && isWithin(ALTITUDE_FIELD, metres) ? metres : null);
      }}
    />
  );
}

/** For the corrected haemoglobin: its WHO class, the proposal, and the altitude on which both are based. */
function AltitudeProposal(props: AltitudeProposalProps) {
  const { form, altitude } = props;
  const value = classOfScreening(altitude.table, form.values, form.context.birth);
  return (
    <Paper bg="laguna.0" px="sm" py="xs" radius="md" shadow="none">
      <Group align="flex-start" gap="sm">
        <Stack flex="1 1 18rem" gap="2xs" fz="sm">
          <Group role="status" gap="2xs">
            {value && value !== TOO_YOUNG_FOR_CLASS && 'Clase OMS del valor corregido: '}
            {value && <AnemiaClassBadge value={value} />}
          </Group>
          <Proposed form={form} />
        </Stack>
        <Box flex="1 1 18rem">
          <AltitudeInput {...props} />
        </Box>
      </Group>
    </Paper>
  );
}

/** What stands under the corrected value, by field name. */
export function correctionNote(form: RecordFormState, child: ChildAltitude): Record<string, ReactNode> {
  const { query, altitude, canton, onAltitude } = child;
  if (altitude)
    return {
      [CORRECTED]: <AltitudeProposal form={form} altitude={altitude} canton={canton} onAltitude={onAltitude} />,
    };
  return { [CORRECTED]: hasFailed(query) && <RetryButton query={query} of="altitud del cantón" /> };
}
