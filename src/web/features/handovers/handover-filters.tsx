import { Box, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Address } from '#web/lib/address.ts';
import { hasFailed } from '#web/lib/load-failure.ts';
import { accountName, custodiansCalled } from '#web/records/handover/handover-api.ts';
import { DayField } from '#web/ui/fields/day-field.tsx';
import { FoundField } from '#web/ui/fields/found-field.tsx';
import { useWide } from '#web/ui/page/use-wide.ts';
import { Columns } from '#web/ui/shapes/columns.tsx';
import type { HandoverSearch } from './handover-search.ts';

/** The accounts of a hand-over, as its filters are called. */
export const WHO = { de: 'De', a: 'A', por: 'Por' } as const;
type Who = keyof typeof WHO;
const REVERSED = 'La fecha final es anterior a la inicial';

type Named = (id: string, name: string) => void;

function AccountFilter({ name, onChoose }: { name: Who; onChoose: Named }) {
  const [q, setQ] = useState('');
  const found = useQuery({ ...custodiansCalled(q), enabled: q !== '', placeholderData: keepPreviousData });
  const items = (found.data?.rows ?? []).map((one) => ({
    value: one._id,
    label: `${accountName(one)} · ${one.cedula}`,
  }));
  return (
    <FoundField
      // The form of a hand-over has fields of the same names.
      name={`filtro-${name}`}
      label={WHO[name]}
      placeholder="Nombre o cédula"
      found={[{ group: 'Cuentas', items }]}
      searching={found.isFetching}
      failed={hasFailed(found)}
      onSearch={setQ}
      onChoose={({ value, label }) => onChoose(value, label)}
    />
  );
}

interface HandoverFiltersProps {
  address: Address<HandoverSearch>;
  /** Told how somebody is called who was chosen. */
  onNamed: Named;
}

/** What the list is narrowed by: from whom, to whom, by whom and when. */
export function HandoverFilters({ address: { search, change }, onNamed }: HandoverFiltersProps) {
  const { desde, hasta } = search;
  const wide = useWide();
  const narrow = (to: Partial<HandoverSearch>) => change((before) => ({ ...before, ...to, pagina: 1 }));
  return (
    <search aria-label="Filtros de los traspasos">
      <Stack gap="sm" mb="md">
        <Box component="details" open={wide}>
          <Box component="summary" hiddenFrom="lg" c="laguna.7" py="xs">
            Filtrar
          </Box>
          <Columns narrow>
            {(['de', 'a', 'por'] as const).map((name) => (
              <AccountFilter
                key={name}
                name={name}
                onChoose={(id, label) => {
                  onNamed(id, label);
                  narrow({ [name]: id });
                }}
              />
            ))}
            <DayField name="desde" label="Desde" day={desde} onDay={(day) => narrow({ desde: day })} />
            <DayField
              name="hasta"
              label="Hasta"
              day={hasta}
              error={desde && hasta && hasta < desde ? REVERSED : undefined}
              onDay={(day) => narrow({ hasta: day })}
            />
          </Columns>
        </Box>
      </Stack>
    </search>
  );
}
