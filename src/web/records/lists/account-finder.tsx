import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StoredRecord } from '#domain/calls/record-wire.ts';
import { hasFailed } from '#web/lib/load-failure.ts';
import { SearchSelect } from '#web/ui/fields/search-select.tsx';

type Account = StoredRecord['createdBy'];

interface AccountFinderProps<Page extends { rows: readonly Account[] }, Key extends readonly unknown[]> {
  name: string;
  label: string;
  placeholder: string;
  /** The heading of the results. */
  group: string;
  /** The query for accounts by name. */
  queryFor: (q: string) => UseQueryOptions<Page, Error, Page, Key>;
  onChoose: (id: string, name: string) => void;
}

/** Finds an account to filter a list by. */
export function AccountFinder<Page extends { rows: readonly Account[] }, Key extends readonly unknown[]>({
  queryFor,
  group,
  onChoose,
  ...field
}: AccountFinderProps<Page, Key>) {
  const [q, setQ] = useState('');
  const results = useQuery({ ...queryFor(q), enabled: q !== '', placeholderData: keepPreviousData });
  const items = (results.data?.rows ?? []).map(({ _id, nombre, apellido, cedula }) => ({
    value: _id,
    label: `${nombre} ${apellido} · ${cedula}`,
  }));
  return (
    <SearchSelect
      {...field}
      resultGroups={[{ group, items }]}
      searching={results.isFetching}
      failed={hasFailed(results)}
      onSearch={setQ}
      onChoose={({ value, label }) => onChoose(value, label)}
    />
  );
}
