import { Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ListedImport } from '#domain/calls/importing.ts';
import { useAddress } from '#web/lib/address.ts';
import { loadFailed } from '#web/lib/load-failure.ts';
import { PagedList } from '#web/records/lists/paged-list.tsx';
import { useListState } from '#web/records/lists/use-list-state.ts';
import { HUB_PATH } from '#web/records/patients/patient-kind.ts';
import { Steps } from '#web/ui/help/steps.tsx';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { Page, PageHeader } from '#web/ui/page/page.tsx';
import { Card } from '#web/ui/shapes/card.tsx';
import { ListRows } from '#web/ui/table/list-rows.tsx';
import { FileDrop } from './file-drop.tsx';
import { type ImportKind, kindOfWord } from './import-kinds.ts';
import { IMPORTS_LABEL, importPage } from './imports-api.ts';
import { importsLayout } from './imports-layout.tsx';
import { KindChoice } from './kind-choice.tsx';
import { TemplateButton } from './template-button.tsx';
import { useUpload } from './use-upload.ts';

const PAGE_SIZE = 10;
const NO_FILTERS: readonly string[] = [];
const route = getRouteApi('/importar');

function NewImport({ kind }: { kind: ImportKind | '' }) {
  const navigate = useNavigate();
  const state = useUpload((id) => void navigate({ to: '/importar/$importId', params: { importId: id } }));
  const steps = [
    {
      key: 'tipo',
      content: (
        <>
          <Title order={2}>¿Qué vas a importar?</Title>
          <KindChoice chosen={kind} />
        </>
      ),
    },
    {
      key: 'plantilla',
      content: (
        <>
          <Title order={2}>Prepara el archivo</Title>
          <Text size="sm" c="dimmed" mb="xs">
            {kind
              ? 'La plantilla trae los títulos, una fila de ejemplo y una hoja que explica qué acepta cada columna. Si ya tienes un archivo con otros títulos, úsalo: después eliges qué trae cada columna.'
              : 'Cuando elijas qué vas a importar podrás descargar su plantilla.'}
          </Text>
          {kind && <TemplateButton kind={kind} />}
        </>
      ),
    },
    {
      key: 'archivo',
      content: (
        <>
          <Title order={2}>Sube el archivo</Title>
          <Text size="sm" c="dimmed" mb="xs">
            Nada se guarda todavía: primero verás qué hará cada fila.
          </Text>
          <FileDrop kind={kind} state={state} />
        </>
      ),
    },
  ];
  return (
    <Card as="section" aria-label="Nueva importación">
      <Steps steps={steps} />
    </Card>
  );
}

/** /importar: uploads a file, and lists the earlier imports. */
export function ImportStartScreen() {
  const address = useAddress(route);
  const navigate = useNavigate();
  const list = useListState(address, NO_FILTERS, PAGE_SIZE);
  const result = useQuery({ ...importPage(list.request), placeholderData: keepPreviousData });
  const layout = importsLayout(({ _id }: ListedImport) => {
    void navigate({ to: '/importar/$importId', params: { importId: _id } });
  });
  return (
    <Page>
      <PageHeader
        title="Importar"
        description="Carga de una vez muchas mujeres, niños o registros desde una hoja de cálculo."
        back={<BackLink to={HUB_PATH}>Volver</BackLink>}
      />
      <NewImport kind={kindOfWord(address.search.tipo)} />
      <Title order={2} mt="lg" mb="sm">
        Importaciones anteriores
      </Title>
      <PagedList
        list={list}
        result={result}
        texts={{
          loadFailed: loadFailed(IMPORTS_LABEL),
          empty: 'Todavía no se ha importado nada',
          emptyHint: 'Elige arriba qué vas a importar y sube tu archivo. Aquí verás cómo fue cada importación.',
          searchHint: '',
        }}
        columns={layout.columns.length}
      >
        {(rows, wide) => <ListRows layout={layout} rows={rows} wide={wide} />}
      </PagedList>
    </Page>
  );
}
