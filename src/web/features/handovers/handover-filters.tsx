import type { Address } from '#web/lib/address.ts';
import { findCustodians } from '#web/records/handover/handover-api.ts';
import { AccountFinder } from '#web/records/lists/account-finder.tsx';
import { CollapsibleFilters, DayRangeFields } from '#web/records/lists/collapsible-filters.tsx';
import type { HandoverSearch } from './handover-search.ts';

/** The accounts of a hand-over, each a filter, with its label. */
export const ACCOUNT_FILTERS = { de: 'De', a: 'A', por: 'Por' } as const;

interface HandoverFiltersProps {
  address: Address<HandoverSearch>;
  /** Called with the name of a chosen account. */
  onNamed: (id: string, name: string) => void;
}

export function HandoverFilters({ address: { search, change }, onNamed }: HandoverFiltersProps) {
  const narrow = (to: Partial<HandoverSearch>) => change((before) => ({ ...before, ...to, pagina: 1 }));
  return (
    <CollapsibleFilters label="Filtros de los traspasos">
      {(['de', 'a', 'por'] as const).map((name) => (
        <AccountFinder
          key={name}
          // The hand-over form has fields named `de` and `a`.
          name={`filtro-${name}`}
          label={ACCOUNT_FILTERS[name]}
          placeholder="Nombre o cédula"
          group="Cuentas"
          queryFor={(q) => findCustodians(q)}
          onChoose={(id, label) => {
            onNamed(id, label);
            narrow({ [name]: id });
          }}
        />
      ))}
      <DayRangeFields range={search} narrow={narrow} />
    </CollapsibleFilters>
  );
}
