import { Box, Button, Stack, Title, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconCloudOff, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { showInstantMinute } from '#domain/calendar.ts';
import { IMPORT_STATES, type Import, type ImportState, isDiscardable, isWorking } from '#domain/calls/importing.ts';
import { useAddress } from '#web/lib/address.ts';
import { errorDetail, isNotFound } from '#web/lib/api-errors.ts';
import { hasFailed, loadFailed } from '#web/lib/load-failure.ts';
import { accountName } from '#web/records/handover/handover-api.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { MissingPage } from '#web/ui/feedback/missing-page.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { RetryButton } from '#web/ui/feedback/retry.tsx';
import { useDeletion } from '#web/ui/feedback/use-deletion.ts';
import { useLeavingPart } from '#web/ui/form/use-unsaved-changes.ts';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { ButtonLink } from '#web/ui/page/links.tsx';
import { Page, PageHeader } from '#web/ui/page/page.tsx';
import { Actions } from '#web/ui/shapes/actions.tsx';
import { Callout } from '#web/ui/shapes/callout.tsx';
import { Card } from '#web/ui/shapes/card.tsx';
import { SkeletonTable } from '#web/ui/table/skeleton-table.tsx';
import { ColumnsStep } from './columns-step.tsx';
import { kindLabel } from './import-kinds.ts';
import type { ImportSearch } from './import-search.ts';
import { ImportSteps } from './import-steps.tsx';
import { COLUMNS_HEADING, headingOf, rowCount } from './import-words.ts';
import classes from './importar.module.css';
import { discard, importById, refreshImport, refreshImported } from './imports-api.ts';
import { ReaderNotes } from './rehearsal-offers.tsx';
import { RehearsalStep } from './rehearsal-step.tsx';
import { ResultStep } from './result-step.tsx';
import { RowList } from './row-list.tsx';
import { useDecisions } from './use-decisions.ts';
import { type ImportAction, useImportAction } from './use-import-action.ts';
import { percentOf, WorkProgress } from './work-progress.tsx';

const route = getRouteApi('/importar/$importId');
const TITLE = 'Importación';
/** Screen readers announce the progress in steps of this many percent. */
const ANNOUNCE_STEP = 25;
const WITH_ROWS: readonly ImportState[] = ['ensayada', 'parada', 'importada', 'deshecha'];
const START: ImportSearch = { q: '', pagina: 1, estado: '', paso: '' };

function announcement(current: Import): string {
  const percent = percentOf(current);
  const state = IMPORT_STATES[current.estado];
  if (percent === null || !isWorking(current.estado)) return state;
  return `${state}: ${Math.floor(percent / ANNOUNCE_STEP) * ANNOUNCE_STEP} %`;
}

/** Focuses the heading of a new part when the focused element went with the part before. */
function useHeadingFocus(part: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(part);
  useLayoutEffect(() => {
    if (shown.current === part) return;
    shown.current = part;
    // A press on something that is gone leaves the focus on the page or on `main`.
    if (!document.activeElement?.matches(':not(body, main)')) heading.current?.focus();
  }, [part]);
  return heading;
}

/** Lists that were loaded before an import wrote or was undone are outdated. */
function useRefreshedLists({ estado, tipo }: Import) {
  const before = useRef(estado);
  useEffect(() => {
    const wrote = before.current === 'importando' || before.current === 'deshaciendo';
    if (wrote && before.current !== estado) void refreshImported(tipo);
    before.current = estado;
  }, [estado, tipo]);
}

function DiscardButton({ current }: { current: Import }) {
  const navigate = useNavigate();
  const remove = useDeletion<Import>({
    confirm: ({ archivo }) => ({
      title: '¿Descartar esta importación?',
      detail: archivo,
      message: 'No se ha guardado nada de este archivo. Si la descartas, desaparece de la lista.',
      confirmLabel: 'Descartar',
    }),
    remove: ({ _id }) => discard(_id),
    done: (message) => ({ title: 'Importación descartada', message }),
    failed: (error) => ({ title: 'No se pudo descartar.', message: errorDetail(error) }),
    onChanged: () => refreshImport(current._id),
  });
  return (
    <Button
      variant="subtle"
      w="fit-content"
      leftSection={<IconTrash size={20} aria-hidden />}
      onClick={async () => {
        if (await remove(current)) void navigate({ to: '/importar', replace: true });
      }}
    >
      Descartar
    </Button>
  );
}

function Failure({ current: { fallo, tipo, avisos } }: { current: Import }) {
  return (
    <Stack gap="md">
      <Callout tone="low" icon={<IconAlertTriangle size={20} aria-hidden />}>
        {fallo}
      </Callout>
      <ReaderNotes notes={avisos} />
      <Actions>
        <ButtonLink to="/importar" search={{ tipo }} color="achiote">
          Probar con otro archivo
        </ButtonLink>
      </Actions>
    </Stack>
  );
}

interface PartProps {
  current: Import;
  reopened: boolean;
  action: ImportAction;
  /** Whether the server rehearses rows that were just decided. */
  deciding: boolean;
  onRehearse: () => void;
}

function Part({ current, reopened, action, deciding, onRehearse }: PartProps) {
  const { estado } = current;
  if (isWorking(estado)) return <WorkProgress current={current} action={action} />;
  if (estado === 'fallida') return <Failure current={current} />;
  if (estado === 'columnas' || reopened)
    return (
      <ColumnsStep
        // The choice begins anew when another account changed it.
        key={JSON.stringify([current.columnas, current.responsable?._id])}
        current={current}
        action={action}
        onRehearse={onRehearse}
      />
    );
  if (estado === 'ensayada') return <RehearsalStep current={current} action={action} deciding={deciding} />;
  return <ResultStep current={current} action={action} deciding={deciding} />;
}

function ImportView({ current }: { current: Import }) {
  const address = useAddress(route);
  const action = useImportAction(current._id);
  const decisions = useDecisions(current);
  // The screen stays as it is while a few decided rows are rehearsed.
  const shown = isWorking(current.estado) && decisions.before ? decisions.before : current;
  const { estado } = shown;
  const reopened = estado === 'ensayada' && address.search.paso === 'columnas';
  const heading = useHeadingFocus(`${estado} ${reopened}`);
  useRefreshedLists(current);
  useLeavingPart('paso', START.paso);
  return (
    <>
      <ImportSteps current={shown} reopened={reopened} />
      <VisuallyHidden role="status">{announcement(shown)}</VisuallyHidden>
      <Card as="section" aria-labelledby="paso">
        <Title order={2} id="paso" ref={heading} tabIndex={-1} mb="xs">
          {reopened ? COLUMNS_HEADING : headingOf(shown)}
        </Title>
        <Part
          current={shown}
          reopened={reopened}
          action={action}
          deciding={decisions.sending.size > 0}
          onRehearse={() => address.change(() => START, true)}
        />
      </Card>
      {WITH_ROWS.includes(estado) && !reopened && (
        <Box mt="var(--gutter)">
          <RowList current={shown} address={address} action={action} decisions={decisions} />
        </Box>
      )}
    </>
  );
}

function aboutFile({ tipo, quien, cuando, hoja, filas }: Import): string {
  const parts = [kindLabel(tipo), `${accountName(quien)}, ${showInstantMinute(cuando)}`];
  if (hoja) parts.push(`Hoja «${hoja}»`);
  if (filas > 0) parts.push(rowCount(filas));
  return parts.join(' · ');
}

/** /importar/$importId: one import, from its file to its undoing. */
export function ImportScreen() {
  const { importId } = route.useParams();
  const query = useQuery(importById(importId));
  const { data, error } = query;
  if (isNotFound(error))
    return (
      <MissingPage
        title="No encontramos esta importación"
        message="Puede que se haya descartado, o que ya pasara el tiempo para deshacerla."
        leadsTo={{ to: '/importar', label: 'Ir a Importar' }}
      />
    );
  return (
    <Page>
      <PageHeader
        title={<span className={classes.name}>{data?.archivo ?? TITLE}</span>}
        description={data && <span className={classes.name}>{aboutFile(data)}</span>}
        back={<BackLink to="/importar">Importar</BackLink>}
        actions={data && isDiscardable(data) && <DiscardButton current={data} />}
      />
      {data && hasFailed(query) && (
        <Box mb="md">
          <Note icon={IconCloudOff} role="status">
            No hay conexión con el servidor. {isWorking(data.estado) && 'La importación sigue allá. '}Lo que ves puede
            haber cambiado.
            <RetryButton query={query} />
          </Note>
        </Box>
      )}
      {data ? (
        <ImportView key={data._id} current={data} />
      ) : error ? (
        <ErrorState title={loadFailed('la importación')} error={error} query={query} />
      ) : (
        <Card>
          <SkeletonTable columns={2} label="Cargando la importación…" />
        </Card>
      )}
    </Page>
  );
}
