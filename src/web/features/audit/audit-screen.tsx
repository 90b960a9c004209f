import { IconTrashOff } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { showDay } from '#domain/calendar.ts';
import { JOURNAL_LIST, type JournalEntry } from '#domain/calls/journal.ts';
import { ACTION_KEYS, ACTIONS, type Action, ENTRY_KINDS, KIND_KEYS } from '#domain/journal/journal.ts';
import { useAddress } from '#web/lib/address.ts';
import { loadFailed } from '#web/lib/load-failure.ts';
import { actorName } from '#web/records/history/history-entries.tsx';
import { ExportButtons } from '#web/records/lists/export-buttons.tsx';
import { ExportProgressBar } from '#web/records/lists/export-progress.tsx';
import { ListScreen } from '#web/records/lists/list-screen.tsx';
import { RemovableFilters } from '#web/records/lists/removable-filters.tsx';
import { useListExport } from '#web/records/lists/use-list-export.ts';
import { useListState } from '#web/records/lists/use-list-state.ts';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.tsx';
import { ButtonLink } from '#web/ui/page/links.tsx';
import { Actions } from '#web/ui/shapes/actions.tsx';
import { JOURNAL, journalPage } from './audit-api.ts';
import { AuditFilters } from './audit-filters.tsx';
import { auditLayout } from './audit-layout.tsx';
import { AUDIT_FILTERS, type AuditSearch } from './audit-search.ts';

const EntrySheet = lazyPart(() => import('./entry-sheet.tsx'));
const PAGE_SIZE = 20;
const route = getRouteApi('/admin/auditoria');

const count = (total: string) => (total === '1' ? '1 entrada' : `${total} entradas`);

/** Removes unknown types and actions from the address, and the search text, which the journal does not support. */
const readable = (search: AuditSearch): AuditSearch => ({
  ...search,
  q: '',
  tipo: KIND_KEYS.includes(search.tipo) ? search.tipo : '',
  accion: ACTION_KEYS.some((key) => key === search.accion) ? search.accion : '',
});

/** The text of a filter; names not chosen on this page come from the rows. */
function filterText(name: string, value: string, named: ReadonlyMap<string, string>, [first]: JournalEntry[]): string {
  if (name === 'persona') return `Persona: ${named.get(value) ?? first?.nombre ?? 'la elegida'}`;
  if (name === 'usuario') return `Usuario: ${named.get(value) ?? (first ? actorName(first) : 'el elegido')}`;
  if (name === 'tipo') return `Tipo: ${ENTRY_KINDS[value] ?? value}`;
  if (name === 'accion') return `Acción: ${ACTIONS[value as Action]}`;
  return `${name === 'desde' ? 'Desde' : 'Hasta'}: ${showDay(value)}`;
}

/** /admin/auditoria: the journal, newest first. */
export function AuditScreen() {
  const { search, change } = useAddress(route);
  const address = { search: readable(search), change };
  const list = useListState(address, AUDIT_FILTERS, PAGE_SIZE);
  const result = useQuery({ ...journalPage(list.request), placeholderData: keepPreviousData });
  const listExport = useListExport(JOURNAL_LIST, list.request);
  const exportButton = useRef<HTMLButtonElement>(null);
  const [named, setNamed] = useState<ReadonlyMap<string, string>>(new Map());
  const [entry, setEntry] = useState<JournalEntry | null>(null);
  return (
    <ListScreen
      title="Auditoría"
      count={count}
      back={<BackLink to="/admin">Usuarios</BackLink>}
      actions={
        <Actions tight>
          <ButtonLink to="/admin/eliminados" variant="outline" leftSection={<IconTrashOff size={20} aria-hidden />}>
            Eliminados
          </ButtonLink>
          <ExportButtons list={listExport} main={exportButton} />
        </Actions>
      }
      above={
        <>
          <AuditFilters address={address} onNamed={(id, name) => setNamed(new Map(named).set(id, name))} />
          <RemovableFilters
            list={list}
            textOf={(name, value) => filterText(name, value, named, result.data?.rows ?? [])}
          />
          <ExportProgressBar list={listExport} returnTo={exportButton} />
        </>
      }
      list={list}
      result={result}
      texts={{
        loadFailed: loadFailed(JOURNAL),
        empty: 'Todavía no hay nada en la auditoría',
        emptyHint: 'Aquí verás quién hizo qué, y cuándo.',
        searchHint: 'Quita algún filtro para ver más.',
      }}
      layout={auditLayout(setEntry)}
      after={<EntrySheet entry={entry} onClose={() => setEntry(null)} />}
    />
  );
}
