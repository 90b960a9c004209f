import '@mantine/core/styles/ScrollArea.layer.css';
import { Button, ScrollArea, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '#web/lib/api-client.ts';
import { ApiError } from '#web/lib/api-errors.ts';
import { FailureAlert } from '#web/ui/form/failure-alert.tsx';
import { Card } from '#web/ui/shapes/card.tsx';
import { SectionHead } from '#web/ui/shapes/section-head.tsx';

const FHIR = '/fhir/';
const EXAMPLE = 'Patient?_count=1';

/** The query of an address, which may also be pasted whole, as a link `next` is. */
function queryOf(typed: string): string {
  const at = typed.indexOf(FHIR);
  return (at < 0 ? typed : typed.slice(at + FHIR.length)).trim().replace(/^\/+/, '');
}

/** An OperationOutcome says what was wrong in its first issue. */
function outcomeOf(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { issue } = (error.body ?? {}) as { issue?: readonly { diagnostics?: string }[] };
  const message = issue?.[0]?.diagnostics;
  return message === undefined ? error : new ApiError(error.status, { message });
}

/** Shows an administrator what /fhir answers, with the session of the page: an address alone has none. */
export function FhirViewer() {
  const [typed, setTyped] = useState(EXAMPLE);
  const reading = useMutation({
    mutationFn: async (query: string) => (await api.request('GET', FHIR + query)).body,
  });
  const read = (event: FormEvent) => {
    event.preventDefault();
    if (!reading.isPending) reading.mutate(queryOf(typed));
  };
  return (
    <Card as="section" aria-labelledby="mirar">
      <Stack gap="sm" component="form" onSubmit={read}>
        <SectionHead>
          <Title order={2} id="mirar">
            Mirar lo que se entrega
          </Title>
        </SectionHead>
        <TextInput
          name="consulta"
          label="Consulta"
          description="Lo que sigue a la dirección de FHIR, o un enlace entero. Tu lectura queda en la auditoría."
          value={typed}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={4_000}
        />
        <Button type="submit" variant="outline" loading={reading.isPending} style={{ alignSelf: 'flex-start' }}>
          Leer
        </Button>
        <FailureAlert error={outcomeOf(reading.error)} text={{ title: 'No se pudo leer' }} />
        {reading.data !== undefined && (
          <ScrollArea.Autosize mah={420} viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Respuesta' }}>
            <Text component="pre" ff="monospace" size="xs" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
              {JSON.stringify(reading.data, null, 2)}
            </Text>
          </ScrollArea.Autosize>
        )}
      </Stack>
    </Card>
  );
}
