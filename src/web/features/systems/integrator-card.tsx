import { Box, Stack, Title } from '@mantine/core';
import type { IntegratorAddresses } from '#domain/exchange/integrator-addresses.ts';
import { Card } from '#web/ui/shapes/card.tsx';
import { type Fact, Facts } from '#web/ui/shapes/facts.tsx';
import { SectionHead } from '#web/ui/shapes/section-head.tsx';
import { AddressText } from './address-text.tsx';

const addressFact = (label: string, address: string): Fact => ({
  ...{ label, span: 'all' },
  value: <AddressText label={label}>{address}</AddressText>,
});

/** What an administrator passes on, and what is asked in return. */
export function IntegratorCard({ addresses: { fhir, token, configuracion } }: { addresses: IntegratorAddresses }) {
  return (
    <Card as="section" aria-labelledby="integrador">
      <Stack gap="sm">
        <SectionHead>
          <Title order={2} id="integrador">
            Para quien integra el otro sistema
          </Title>
        </SectionHead>
        <Box component="ol" pl="lg" style={{ listStyle: 'decimal' }}>
          <li>Te da sus claves públicas (JWKS). Su clave privada no sale de su sistema.</li>
          <li>Registras el sistema aquí, y le das el identificador de su fila y estas direcciones.</li>
          <li>Su sistema pide una ficha de cinco minutos con una aserción firmada (SMART Backend Services), y lee.</li>
        </Box>
        <Facts
          layout="grid"
          facts={[
            addressFact('Dirección de FHIR', fhir),
            addressFact('Dirección de las fichas (aud)', token),
            addressFact('Configuración que se lee sola', configuracion),
          ]}
        />
      </Stack>
    </Card>
  );
}
