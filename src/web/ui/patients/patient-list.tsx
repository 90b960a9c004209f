import { Alert, Button, CloseButton, TextInput } from '@mantine/core';
import { IconInfoCircle, IconPlus, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { recordPage } from '#web/lib/record-api.ts';
import { BackLink } from '#web/ui/back-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { ButtonLink } from '#web/ui/links.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Pager } from '#web/ui/record-table/pager.tsx';
import { SkeletonTable } from '#web/ui/skeleton-table.tsx';
import { useWide } from '#web/ui/use-wide.ts';
import { PatientCards } from './patient-cards.tsx';
import { HUB_PATH, type PatientKind } from './patient-kind.ts';
import classes from './patient-list.module.css';
import { useListState } from './use-list-state.ts';

const PatientGrid = lazy(() => import('./patient-grid.tsx'));
const PAGE_SIZE = 5;
const COLUMNS_SKETCHED = 6;

/** The list of women or of children: five at a time, newest first, searched and paged by the server. */
export function PatientList({ kind }: { kind: PatientKind }) {
  const { definition, paths, texts, picture } = kind;
  const wide = useWide();
  const list = useListState();
  const request = { limit: PAGE_SIZE, offset: (list.page - 1) * PAGE_SIZE, ...(list.q && { q: list.q }) };
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery({
    ...recordPage(definition, request),
    placeholderData: keepPreviousData,
  });
  const total = data?.total ?? 0;
  const lastPage = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const beyond = data !== undefined && !isPlaceholderData && list.page > lastPage;

  const { setPage } = list;
  useEffect(() => {
    if (beyond) setPage(lastPage, true);
  }, [beyond, lastPage, setPage]);

  const counted = total.toLocaleString('es-EC');
  const found = total === 1 ? '1 resultado' : `${counted} resultados`;
  const add = (
    <ButtonLink to={paths.add} color="achiote" leftSection={<IconPlus size={20} aria-hidden />}>
      {texts.add}
    </ButtonLink>
  );
  const skeleton = <SkeletonTable columns={wide ? COLUMNS_SKETCHED : 2} label="Cargando la lista…" />;

  return (
    <Page>
      <PageHeader
        title={definition.titles.table}
        description={
          <span role="status">{data ? (list.q ? found : texts.count(counted)) : error ? '' : 'Cargando…'}</span>
        }
        back={<BackLink to={HUB_PATH}>Volver</BackLink>}
        actions={add}
      />
      <div className={classes.tools}>
        <TextInput
          aria-label="Buscar por cédula o nombre"
          placeholder="Buscar por cédula o nombre"
          type="text"
          inputMode="search"
          autoComplete="off"
          leftSection={<IconSearch size={20} aria-hidden />}
          rightSection={
            list.text && <CloseButton size={44} iconSize={18} aria-label="Borrar la búsqueda" onClick={list.clear} />
          }
          rightSectionWidth="2.75rem"
          value={list.text}
          onChange={(event) => list.type(event.currentTarget.value)}
        />
        <p className={classes.notice}>
          <IconInfoCircle size={20} aria-hidden />
          Haz clic en un registro para editar o agregar información.
        </p>
      </div>
      {error && data && <Alert color="rojo" title={texts.loadFailed} mb="md" />}
      <div className={classes.list} data-waiting={isPlaceholderData || undefined} aria-busy={isFetching}>
        {!data && !error && skeleton}
        {!data && error && (
          <ErrorState title={texts.loadFailed} error={error} onRetry={() => void refetch()} retrying={isFetching} />
        )}
        {data && total === 0 && !list.q && (
          <EmptyState title={texts.empty} message={`Usa el botón «${texts.add}» para empezar.`} picture={picture} />
        )}
        {data && total === 0 && list.q && (
          <EmptyState
            title={`No hay resultados para «${list.q}»`}
            message="Revisa la cédula o el nombre, o busca solo una parte."
            picture={picture}
            action={
              <Button variant="outline" onClick={list.clear}>
                Ver toda la lista
              </Button>
            }
          />
        )}
        {data && total > 0 && !wide && <PatientCards kind={kind} rows={data.rows} />}
        {data && total > 0 && wide && (
          <Suspense fallback={skeleton}>
            <PatientGrid kind={kind} rows={data.rows} fetching={false} />
          </Suspense>
        )}
        {total > 0 && (
          <Pager
            page={Math.min(list.page, lastPage)}
            pageSize={PAGE_SIZE}
            total={total}
            onChange={(next) => list.setPage(next)}
          />
        )}
      </div>
    </Page>
  );
}
