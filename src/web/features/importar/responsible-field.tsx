import { Button, Group, Input, Text } from '@mantine/core';
import { findCustodians } from '#web/records/handover/handover-api.ts';
import { AccountFinder } from '#web/records/lists/account-finder.tsx';

/** The account that becomes responsible, by its id, with its name. */
export interface Responsible {
  id: string;
  name: string;
}

interface ResponsibleFieldProps {
  label: string;
  chosen: Responsible | null;
  /** What happens without a choice. */
  otherwise: string;
  onChoose: (account: Responsible | null) => void;
}

/** One account for all rows. */
export function ResponsibleField({ label, chosen, otherwise, onChoose }: ResponsibleFieldProps) {
  if (chosen)
    return (
      <Input.Wrapper label={label} labelElement="div">
        <Group justify="space-between" wrap="nowrap" gap="sm" mih="var(--touch)">
          <Text component="strong" miw={0} style={{ overflowWrap: 'anywhere' }}>
            {chosen.name}
          </Text>
          <Button
            variant="subtle"
            size="sm"
            flex="none"
            aria-label={`Cambiar a ${chosen.name}`}
            onClick={() => onChoose(null)}
          >
            Cambiar
          </Button>
        </Group>
      </Input.Wrapper>
    );
  return (
    <div>
      <AccountFinder
        name="responsable"
        label={label}
        placeholder="Nombre o cédula"
        group="Cuentas"
        queryFor={(q) => findCustodians(q, 'recibir')}
        onChoose={(id, name) => onChoose({ id, name })}
      />
      <Text size="sm" c="dimmed" mt="2xs">
        {otherwise}
      </Text>
    </div>
  );
}
