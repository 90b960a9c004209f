import { Group, Text } from '@mantine/core';

import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { MappingRow } from '#domain/calls/dhis2.ts';
import { AGGREGATE_KEYS } from '#domain/dhis2/aggregates.ts';
import type { MappedKind } from '#domain/dhis2/mapping.ts';
import type { ChoiceField } from '#domain/fields/index.ts';
import { foldText, searchFor } from '#domain/text.ts';
import { useAddress } from '#web/lib/address.ts';
import { hasFailed } from '#web/lib/load-failure.ts';
import { DownloadButton } from '#web/records/lists/download-button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { Retry } from '#web/ui/feedback/retry.tsx';
import { ChoiceFieldInput } from '#web/ui/fields/choice-field.tsx';
import { SearchInput } from '#web/ui/fields/search-input.tsx';
import { afterLeaving } from '#web/ui/form/unsaved-changes.ts';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { Page, PageHeader } from '#web/ui/page/page.tsx';
import { Card } from '#web/ui/shapes/card.tsx';
import { RuledList } from '#web/ui/shapes/ruled-list.tsx';
import { Pager } from '#web/ui/table/pager.tsx';
import { SkeletonTable } from '#web/ui/table/skeleton-table.tsx';
import { usePages } from '#web/ui/table/use-pages.ts';
import { CodeEditor } from './code-editor.tsx';
import { CodeFile } from './code-file.tsx';
import { CodeMark } from './code-mark.tsx';
import { mapping, saveMappingFile } from './dhis2-api.ts';
import { countText, whole } from './dhis2-words.ts';

const route = getRouteApi('/exportar/dhis2/codigos');

const PAGE_SIZE = 20;
const LIST = {
  kind: 'choice',
  label: 'Códigos de',
  options: [
    { value: 'elemento', label: 'Datos' },
    { value: 'canton', label: 'Cantones' },
    { value: 'establecimiento', label: 'Centros' },
  ],
} as const satisfies ChoiceField;

const NOTE =
  'Cada dato y cada lugar tiene en DHIS2 un código («code»). Lo que no lo tiene aquí no se envía. Para poner muchos, descarga la tabla, llena la columna «codigo» y súbela.';

function CodeRow({ row }: { row: MappingRow }) {
  return (
    <li>
      <Group justify="space-between" gap="xs">
        <div style={{ overflowWrap: 'anywhere' }}>
          <b>{row.nombre}</b> <CodeMark code={row.codigo} />
          {row.provincia && (
            <Text size="xs" c="dimmed">
              {row.provincia}
            </Text>
          )}
        </div>
        <CodeEditor mapped={row} />
      </Group>
    </li>
  );
}

const codedText = (kind: MappedKind, rows: readonly MappingRow[]): string =>
  `${whole(rows.filter(({ codigo }) => codigo !== '').length)} de ${countText(kind, rows.length)} con código.`;

/** The codes of one kind: search, and edit each where it stands. */
function CodeRows({ kind, rows }: { kind: MappedKind; rows: readonly MappingRow[] }) {
  const [search, setSearch] = useState('');
  const matches = searchFor(search);
  const wanted = rows.filter(({ nombre, provincia, codigo }) => matches(foldText(`${nombre} ${provincia} ${codigo}`)));
  const { shown, pager } = usePages(wanted.length, PAGE_SIZE);
  if (rows.length === 0)
    return (
      <EmptyState
        title="Todavía no hay establecimientos"
        message="Se agregan en «Opciones formulario», Establecimientos de Salud."
      />
    );
  return (
    <>
      <SearchInput
        maw="26rem"
        my="sm"
        label="Buscar por nombre o código"
        description={codedText(kind, rows)}
        value={search}
        onType={(value) =>
          afterLeaving(() => {
            setSearch(value);
            pager.onChange(1);
          })
        }
      />
      {wanted.length === 0 && <EmptyState title="Ninguno se llama así" message="Escribe solo una parte del nombre." />}
      <RuledList>
        {shown(wanted).map((row) => (
          <CodeRow key={row.clave} row={row} />
        ))}
      </RuledList>
      {wanted.length > 0 && <Pager {...pager} onChange={(next) => afterLeaving(() => pager.onChange(next))} />}
    </>
  );
}

const SKELETON_ROWS = AGGREGATE_KEYS.length / 2;

/** /exportar/dhis2/codigos: the codes of figures, cantons and establishments in DHIS2. */
export function CodesScreen() {
  const { search, change } = useAddress(route);
  const kind = search.lista || 'elemento';
  const query = useQuery(mapping);
  const rows = query.data?.filas.filter(({ tipo }) => tipo === kind);
  return (
    <Page>
      <PageHeader
        back={<BackLink to="/exportar/dhis2">Datos para DHIS2</BackLink>}
        title="Códigos de DHIS2"
        description="De lo nuestro a lo que tiene DHIS2."
        actions={<DownloadButton save={saveMappingFile}>Descargar tabla</DownloadButton>}
      />
      <Card as="section" aria-label="Códigos">
        <Note>{NOTE}</Note>
        <CodeFile list={kind} />
        <ChoiceFieldInput
          name="lista"
          field={LIST}
          value={kind}
          onChange={(_name, next) =>
            afterLeaving(() => {
              const lista = LIST.options.find(({ value }) => value === next)?.value ?? 'elemento';
              change(() => ({ lista: lista === 'elemento' ? '' : lista }));
            })
          }
        />
        {!rows && hasFailed(query) && <Retry query={query} height={280} />}
        {!rows && !hasFailed(query) && <SkeletonTable rows={SKELETON_ROWS} columns={2} label="Cargando códigos…" />}
        {rows && <CodeRows key={kind} kind={kind} rows={rows} />}
      </Card>
    </Page>
  );
}
