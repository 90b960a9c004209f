import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ACTION_KEYS, ACTIONS, ENTRY_KINDS, KIND_KEYS } from '#domain/journal/journal.ts';
import { RECORDS } from '#domain/records/index.ts';
import type { Address } from '#web/lib/address.ts';
import { recordPage } from '#web/lib/booklets/record-api.ts';
import { hasFailed } from '#web/lib/load-failure.ts';
import type { Row } from '#web/lib/row.ts';
import { AccountFinder } from '#web/records/lists/account-finder.tsx';
import { CollapsibleFilters, DayRangeFields } from '#web/records/lists/collapsible-filters.tsx';
import { OptionsField } from '#web/ui/fields/options-field.tsx';
import { SearchSelect } from '#web/ui/fields/search-select.tsx';
import { findUsers } from './audit-api.ts';
import type { AuditSearch } from './audit-search.ts';

const TIPO = { kind: 'text', label: 'Tipo' } as const;
const ACCION = { kind: 'text', label: 'Acción' } as const;
const KIND_OPTIONS = KIND_KEYS.map((value) => ({ value, label: ENTRY_KINDS[value] ?? value }));
const ACTION_OPTIONS = ACTION_KEYS.map((value) => ({ value, label: ACTIONS[value] }));
const MAX_RESULTS = 5;

const personItem = ({ _id, nombres, apellidos, cedula }: Row) => ({
  value: _id,
  label: `${String(nombres)} ${String(apellidos)} · ${String(cedula)}`,
});

type OnNamed = (id: string, name: string) => void;

/** Finds a woman or child to filter the journal by. */
function PersonFilter({ onChoose }: { onChoose: OnNamed }) {
  const [q, setQ] = useState('');
  const request = { limit: MAX_RESULTS, offset: 0, q };
  const options = { enabled: q !== '', placeholderData: keepPreviousData };
  const women = useQuery({ ...recordPage(RECORDS.mujer, request), ...options });
  const children = useQuery({ ...recordPage(RECORDS.nino, request), ...options });
  return (
    <SearchSelect
      name="persona"
      label="Mujer, niña o niño"
      placeholder="Nombre o cédula"
      resultGroups={[
        { group: 'Mujeres', items: (women.data?.rows ?? []).map(personItem) },
        { group: 'Niñas y niños', items: (children.data?.rows ?? []).map(personItem) },
      ]}
      searching={[women, children].some(({ isFetching }) => isFetching)}
      failed={[women, children].some(hasFailed)}
      onSearch={setQ}
      onChoose={({ value, label }) => onChoose(value, label)}
    />
  );
}

interface AuditFiltersProps {
  address: Address<AuditSearch>;
  /** Called with the name of a chosen person or account. */
  onNamed: OnNamed;
}

export function AuditFilters({ address: { search, change }, onNamed }: AuditFiltersProps) {
  const { tipo, accion } = search;
  const narrow = (to: Partial<AuditSearch>) => change((before) => ({ ...before, ...to, pagina: 1 }));
  const choose = (filter: 'persona' | 'usuario') => (id: string, name: string) => {
    onNamed(id, name);
    narrow({ [filter]: id });
  };
  return (
    <CollapsibleFilters label="Filtros de la auditoría">
      <PersonFilter onChoose={choose('persona')} />
      <AccountFinder
        name="usuario"
        label="Usuario"
        placeholder="Nombre, cédula o correo"
        group="Usuarios"
        queryFor={findUsers}
        onChoose={choose('usuario')}
      />
      <OptionsField
        name="tipo"
        field={TIPO}
        value={tipo}
        options={KIND_OPTIONS}
        placeholder="Todos"
        onChange={(_, value) => narrow({ tipo: String(value ?? '') })}
      />
      <OptionsField
        name="accion"
        field={ACCION}
        value={accion}
        options={ACTION_OPTIONS}
        placeholder="Todas"
        onChange={(_, value) => narrow({ accion: String(value ?? '') })}
      />
      <DayRangeFields range={search} narrow={narrow} />
    </CollapsibleFilters>
  );
}
