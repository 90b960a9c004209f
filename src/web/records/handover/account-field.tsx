import { Button, Group, Input, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Custodian } from '#domain/calls/handover.ts';
import { hasFailed } from '#web/lib/load-failure.ts';
import { FoundField } from '#web/ui/fields/found-field.tsx';
import { accountName, custodiansCalled } from './handover-api.ts';

export const bookletCount = (count: number) =>
  count === 1 ? '1 libreta' : `${count.toLocaleString('es-EC')} libretas`;

interface AccountFieldProps {
  name: string;
  label: string;
  /** Who can receive, or who has some to give. */
  para: 'recibir' | 'entregar';
  chosen: Custodian | null;
  error?: string | undefined;
  /** Who is no choice: the one from whom they come. */
  without?: string | undefined;
  disabled?: boolean;
  onChoose: (account: Custodian | null) => void;
}

/** Finds an account by name or cedula; who was chosen stands in its place. */
export function AccountField({ name, label, para, chosen, error, without, disabled, onChoose }: AccountFieldProps) {
  const [q, setQ] = useState('');
  const found = useQuery({ ...custodiansCalled(q, para), enabled: q !== '', placeholderData: keepPreviousData });
  const accounts = (found.data?.rows ?? []).filter(({ _id }) => _id !== without);
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
    <FoundField
      name={name}
      label={label}
      placeholder="Nombre o cédula"
      required
      error={error}
      found={[
        {
          group: para === 'recibir' ? 'Brigadas' : 'Con libretas a su cargo',
          items: accounts.map((one) => ({ value: one._id, label: `${accountName(one)} · ${one.cedula}` })),
        },
      ]}
      searching={found.isFetching}
      failed={hasFailed(found)}
      onSearch={setQ}
      onChoose={({ value }) => onChoose(accounts.find(({ _id }) => _id === value) ?? null)}
    />
  );
}
