import { IconShieldSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { DeletedPerson } from '#domain/calls/journal.ts';
import { useAddress } from '#web/lib/address.ts';
import { loadFailed } from '#web/lib/load-failure.ts';
import { FilterChips, type FilterChoice } from '#web/records/lists/filter-chips.tsx';
import { ListScreen } from '#web/records/lists/list-screen.tsx';
import { SearchBox } from '#web/records/lists/search-box.tsx';
import { useListState } from '#web/records/lists/use-list-state.ts';
import type { Erasable } from '#web/records/privacy/erase-dialog.tsx';
import { usePersonExport } from '#web/records/privacy/use-person-export.ts';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.tsx';
import { ButtonLink } from '#web/ui/page/links.tsx';
import { Toolbar } from '#web/ui/shapes/toolbar.tsx';
import { DELETED, deletedPage, refreshPeople } from './audit-api.ts';
import type { DeletedSearch } from './audit-search.ts';
import { deletedLayout } from './deleted-layout.tsx';
import { deletedPersonName } from './deleted-words.ts';
import { useRestore } from './use-restore.tsx';

const EraseDialog = lazyPart(() => import('#web/records/privacy/erase-dialog.tsx'));
const PAGE_SIZE = 20;
const FILTERS = ['tipo'];
const route = getRouteApi('/admin/eliminados');
const { Link } = route;

const count = (total: string) => (total === '1' ? '1 persona eliminada' : `${total} personas eliminadas`);
const CHOICES: FilterChoice<DeletedSearch['tipo']>[] = [
  { value: '', label: 'Todos' },
  { value: 'mujer', label: 'Mujeres' },
  { value: 'nino', label: 'Niñas y niños' },
];

/** /admin/eliminados: deleted women and children, the latest first, who can be restored. */
export function DeletedScreen() {
  const address = useAddress(route);
  const { tipo } = address.search;
  const list = useListState(address, FILTERS, PAGE_SIZE);
  const result = useQuery({
    ...deletedPage({ ...list.request, tipo: tipo || undefined }),
    placeholderData: keepPreviousData,
  });
  const heading = useRef<HTMLSpanElement>(null);
  const restore = useRestore();
  const download = usePersonExport();
  const [erased, setErased] = useState<(Erasable & Pick<DeletedPerson, 'tipo'>) | null>(null);
  // The focused button is removed with its row, so the heading takes the focus.
  const focusHeading = () => heading.current?.focus();
  const doings = {
    restore: (person: DeletedPerson) => void restore(person).then((done) => done && focusHeading()),
    export: ({ _id, cedula }: DeletedPerson) => download.start(_id, cedula),
    erase: (person: DeletedPerson) =>
      setErased({ _id: person._id, name: deletedPersonName(person), tipo: person.tipo }),
  };
  return (
    <ListScreen
      title="Eliminados"
      heading={heading}
      count={count}
      back={<BackLink to="/admin">Usuarios</BackLink>}
      actions={
        <ButtonLink to="/admin/auditoria" variant="outline" leftSection={<IconShieldSearch size={20} aria-hidden />}>
          Auditoría
        </ButtonLink>
      }
      above={
        <Toolbar>
          <SearchBox list={list} label="Buscar por cédula o nombre" />
          <FilterChips
            label="Filtrar por tipo"
            choices={CHOICES}
            chosen={tipo}
            link={(kind, chip) => <Link to="." search={(before) => ({ ...before, tipo: kind, pagina: 1 })} {...chip} />}
          />
        </Toolbar>
      }
      list={list}
      result={result}
      texts={{
        loadFailed: loadFailed(DELETED),
        empty: 'No hay nadie eliminado',
        emptyHint: 'Aquí verás a las mujeres, niñas y niños que se eliminen, y podrás restaurarlos.',
        searchHint: 'Revisa la cédula o el nombre, o busca solo una parte.',
      }}
      layout={deletedLayout(doings)}
      after={
        <EraseDialog
          person={erased}
          onClose={() => setErased(null)}
          onErased={async () => {
            focusHeading();
            if (erased) await refreshPeople(erased.tipo);
          }}
        />
      }
    />
  );
}
