import { Button, Group, Input, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Custodian } from '#domain/calls/handover.ts';
import { hasFailed } from '#web/lib/load-failure.ts';
import { SearchSelect } from '#web/ui/fields/search-select.tsx';
import { accountName, findCustodians } from './handover-api.ts';

export const bookletCount = (count: number) =>
  count === 1 ? '1 libreta' : `${count.toLocaleString('es-EC')} libretas`;

interface AccountFieldProps {
  name: string;
  label: string;
  /** Accounts that can receive booklets, or accounts that have some. */
  para: 'recibir' | 'entregar';
  chosen: Custodian | null;
  error?: string | undefined;
  /** The excluded account: the current custodian. */
  without?: string | undefined;
  disabled?: boolean;
  onChoose: (account: Custodian | null) => void;
}

/** Finds an account by name or cedula; the chosen account replaces the search. */
export function AccountField({ name, label, para, chosen, error, without, disabled, onChoose }: AccountFieldProps) {
  const [q, setQ] = useState('');
  const results = useQuery({ ...findCustodians(q, para), enabled: q !== '', placeholderData: keepPreviousData });
  const accounts = (results.data?.rows ?? []).filter(({ _id }) => _id !== without);
  if (chosen)
    return (
      <Input.Wrapper label={label} labelElement="div" required error={error}>
        <input type="hidden" name={name} value={chosen._id} />
        <Group justify="space-between" wrap="nowrap" gap="sm">
          <Text component="span" miw={0} style={{ overflowWrap: 'anywhere' }}>
            <strong>{accountName(chosen)}</strong> · {chosen.cedula} · {bookletCount(chosen.libretas)}
          </Text>
          {!disabled && (
            <Button
              variant="subtle"
              size="sm"
              flex="none"
              aria-label={`Cambiar a ${accountName(chosen)}`}
              onClick={() => onChoose(null)}
            >
              Cambiar
            </Button>
          )}
        </Group>
      </Input.Wrapper>
    );
  return (
    <SearchSelect
      name={name}
      label={label}
      placeholder="Nombre o cédula"
      required
      error={error}
      resultGroups={[
        {
          group: para === 'recibir' ? 'Brigadas' : 'Con libretas a su cargo',
          items: accounts.map((one) => ({ value: one._id, label: `${accountName(one)} · ${one.cedula}` })),
        },
      ]}
      searching={results.isFetching}
      failed={hasFailed(results)}
      onSearch={setQ}
      onChoose={({ value }) => onChoose(accounts.find(({ _id }) => _id === value) ?? null)}
    />
  );
}
