import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { Button, MultiSelect, Stack, Text, Title } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { MAX_CANTONS } from '#domain/calls/sync.ts';
import { TERRITORY } from '#domain/territory.ts';
import { deviceStatus } from '#web/device/shown/status.ts';
import { takeCantons } from '#web/device/work/keep-booklets.ts';
import { useServerReachable } from '#web/lib/server-reach.ts';
import { useStore } from '#web/lib/store.ts';
import { DROPDOWN_PLACEMENT } from '#web/ui/page/dropdown-placement.ts';
import { Card } from '#web/ui/shapes/card.tsx';

const BY_PROVINCE = Object.entries(TERRITORY).map(([group, { cantones }]) => ({
  group,
  items: Object.entries(cantones).map(([canton, code]) => ({ value: code, label: canton })),
}));

/** Supervision chooses the cantons to download, because all data would fill a tablet. */
export function CantonsCard() {
  // Loaded some time after a reload.
  const taken = useStore(deviceStatus)?.cantones ?? [];
  const reachable = useServerReachable();
  const [changed, setChanged] = useState<string[] | null>(null);
  const chosen = changed ?? [...taken];
  const same = chosen.length === taken.length && chosen.every((code) => taken.includes(code));
  return (
    <Card as="section" aria-labelledby="equipo-cantones">
      <Title order={2} id="equipo-cantones" mb="sm">
        Cantones que llevas
      </Title>
      <Stack gap="md">
        <Text>Elige los cantones que vas a visitar: sus libretas bajan a este equipo y se leen sin señal.</Text>
        <MultiSelect
          label="Cantones"
          data={BY_PROVINCE}
          value={chosen}
          onChange={setChanged}
          maxValues={MAX_CANTONS}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Quitar todos' }}
          placeholder={chosen.length === 0 ? 'Busca un cantón' : ''}
          description={`Hasta ${MAX_CANTONS}.`}
          nothingFoundMessage="Ningún cantón se llama así"
          comboboxProps={DROPDOWN_PLACEMENT}
          size="md"
          checkIconPosition="right"
          rightSection={<IconChevronDown size={18} aria-hidden />}
          rightSectionPointerEvents="none"
        />
        <Button disabled={same || !reachable} onClick={() => void takeCantons(chosen)}>
          {chosen.length === 0 ? 'No llevar ninguno' : 'Llevar estos cantones'}
        </Button>
      </Stack>
    </Card>
  );
}
