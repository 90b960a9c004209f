import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { exportedList } from '#domain/calls/exports.ts';
import { can } from '#domain/roles.ts';
import type { Address } from '#web/lib/address.ts';
import { recordPage, rowsName } from '#web/lib/booklets/record-api.ts';
import { loadFailed } from '#web/lib/load-failure.ts';
import { useSession } from '#web/lib/session.ts';
import { useSelection } from '#web/records/handover/selection.ts';
import { ExportButtons } from '#web/records/lists/export-buttons.tsx';
import { ExportProgressBar } from '#web/records/lists/export-progress.tsx';
import { ListScreen } from '#web/records/lists/list-screen.tsx';
import { SearchBox } from '#web/records/lists/search-box.tsx';
import { useListExport } from '#web/records/lists/use-list-export.ts';
import { type ListSearch, useListState } from '#web/records/lists/use-list-state.ts';
import { Note } from '#web/ui/feedback/note.tsx';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.tsx';
import { ButtonLink } from '#web/ui/page/links.tsx';
import { Actions } from '#web/ui/shapes/actions.tsx';
import { Toolbar } from '#web/ui/shapes/toolbar.tsx';
import { ListFilters, listFilterNames } from './list-filters.tsx';
import { HUB_PATH, type PatientKind, personName } from './patient-kind.ts';
import { patientLayout } from './patient-layout.tsx';

const SelectionBar = lazyPart(() => import('#web/records/handover/selection-bar.tsx'));
const COLUMNS_SKETCHED = 6;

interface PatientListProps<Search> {
  kind: PatientKind;
  address: Address<Search>;
}

export function PatientList<Search extends ListSearch>({ kind, address }: PatientListProps<Search>) {
  const { definition, paths, texts, picture } = kind;
  const list = useListState(address, listFilterNames(definition));
  const result = useQuery({ ...recordPage(definition, list.request), placeholderData: keepPreviousData });
  const listExport = useListExport(exportedList(definition), list.request);
  const choosing = useSelection();
  const { selection } = choosing;
  const navigate = useNavigate();
  const layout = patientLayout(kind, selection, ({ _id }) => {
    if (selection) selection.toggle([_id], !selection.chosen.has(_id));
    else void navigate(kind.panel(_id));
  });
  const roles = useSession()?.roles ?? [];
  const mayHandOver = can(roles, 'handover');
  const openImport = () =>
    void navigate({ to: '/importar', search: { tipo: definition.key === 'mujer' ? 'mujer' : 'nino' } });
  const selectButton = useRef<HTMLButtonElement>(null);
  const exportButton = useRef<HTMLButtonElement>(null);

  return (
    <ListScreen
      title={definition.titles.table}
      count={texts.count}
      back={<BackLink to={HUB_PATH}>Volver</BackLink>}
      actions={
        <Actions tight>
          {mayHandOver && !selection && (
            <Button ref={selectButton} variant="outline" onClick={choosing.begin}>
              Seleccionar
            </Button>
          )}
          <ExportButtons
            list={listExport}
            main={exportButton}
            onImport={can(roles, 'import') ? openImport : undefined}
          />
          <ButtonLink to={paths.add} color="achiote" leftSection={<IconPlus size={20} aria-hidden />}>
            {texts.add}
          </ButtonLink>
        </Actions>
      }
      above={
        <>
          <Toolbar>
            <SearchBox list={list} label="Buscar por cédula o nombre" />
            <Note>Haz clic en un registro para editar o agregar información.</Note>
          </Toolbar>
          <ListFilters definition={definition} list={list} rows={result.data?.rows} />
          {selection && (
            <SelectionBar
              selection={selection}
              people={new Map(result.data?.rows.map((row) => [row._id, personName(kind, row)]))}
              onEnd={choosing.end}
              returnTo={selectButton}
            />
          )}
          <ExportProgressBar list={listExport} returnTo={exportButton} />
        </>
      }
      list={list}
      result={result}
      texts={{
        loadFailed: loadFailed(rowsName(definition)),
        empty: texts.empty,
        emptyHint: `Usa el botón «${texts.add}» para empezar.`,
        searchHint: 'Revisa la cédula o el nombre, o busca solo una parte.',
      }}
      picture={picture}
      layout={layout}
      skeletonColumns={COLUMNS_SKETCHED}
    />
  );
}
