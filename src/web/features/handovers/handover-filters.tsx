import type { Address } from '#web/lib/address.ts';
import { custodiansCalled } from '#web/records/handover/handover-api.ts';
import { AccountFinder } from '#web/records/lists/account-finder.tsx';
import { DayRangeFields, FoldedFilters } from '#web/records/lists/folded-filters.tsx';
import type { HandoverSearch } from './handover-search.ts';

/** The accounts of a hand-over, as its filters are called. */
export const WHO = { de: 'De', a: 'A', por: 'Por' } as const;

interface HandoverFiltersProps {
  address: Address<HandoverSearch>;
  /** Told how somebody is called who was chosen. */
  onNamed: (id: string, name: string) => void;
}

/** What the list is narrowed by: from whom, to whom, by whom and when. */
export function HandoverFilters({ address: { search, change }, onNamed }: HandoverFiltersProps) {
  const narrow = (to: Partial<HandoverSearch>) => change((before) => ({ ...before, ...to, pagina: 1 }));
  return (
    <FoldedFilters label="Filtros de los traspasos">
      {(['de', 'a', 'por'] as const).map((name) => (
        <AccountFinder
          key={name}
          // The form of a hand-over has fields of the same names.
          name={`filtro-${name}`}
          label={WHO[name]}
          placeholder="Nombre o cédula"
          group="Cuentas"
          called={(q) => custodiansCalled(q)}
          onChoose={(id, label) => {
            onNamed(id, label);
            narrow({ [name]: id });
          }}
        />
      ))}
      <DayRangeFields range={search} narrow={narrow} />
    </FoldedFilters>
  );
}
