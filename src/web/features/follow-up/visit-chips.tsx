import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { VISIT_REASON_KEYS, VISIT_REASONS } from '#domain/follow-up/reasons.ts';
import { DUE_WITHIN_DAYS } from '#domain/goals/due-goals.ts';
import { withoutEmpty } from '#web/lib/address.ts';
import { visitCounts } from '#web/lib/booklets/follow-up-api.ts';
import { goals } from '#web/lib/booklets/goals.ts';
import { FilterChips, type FilterChoice } from '#web/records/lists/filter-chips.tsx';
import { useMyDay } from '#web/records/my-day/use-my-day.ts';
import { scopeOf } from './visit-scope.tsx';
import type { VisitSearch } from './visit-search.ts';

const { Link } = getRouteApi('/seguimiento');

type Choice = VisitSearch['motivo'] | VisitSearch['vista'];

const DUE_GOALS = { value: 'metas', label: `Metas por vencer (${DUE_WITHIN_DAYS} días)` } as const;

/** The reasons with their counts, «Mi día» and the goals that are due; on a phone in one line. */
export function VisitChips({ search }: { search: VisitSearch }) {
  const { data: counts } = useQuery(visitCounts(withoutEmpty(scopeOf(search))));
  const { visits } = useMyDay();
  const { data: declared = [] } = useQuery(goals);
  const choices: FilterChoice<Choice>[] = [
    { value: '', label: 'Todos', count: counts?.total },
    { value: 'dia', label: 'Mi día', count: visits.length },
    ...VISIT_REASON_KEYS.map((value) => ({ value, label: VISIT_REASONS[value], count: counts?.[value] })),
    ...(declared.some(({ mostrada }) => mostrada) ? [DUE_GOALS] : []),
  ];
  return (
    <FilterChips
      inLine
      label="Filtrar por motivo"
      choices={choices}
      chosen={search.vista || search.motivo}
      link={(choice, chip) => (
        <Link
          to="."
          search={(before) =>
            choice === 'dia' || choice === 'metas'
              ? { ...before, vista: choice, pagina: 1 }
              : { ...before, vista: '', motivo: choice, pagina: 1 }
          }
          {...chip}
        />
      )}
    />
  );
}
