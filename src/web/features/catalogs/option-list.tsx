import { Box } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import type { Option } from '#domain/calls/catalogs.ts';
import type { CatalogDefinition } from '#domain/catalogs.ts';
import { errorDetail } from '#web/lib/api-errors.ts';
import { PagedList } from '#web/records/lists/paged-list.tsx';
import { SearchBox } from '#web/records/lists/search-box.tsx';
import { type ListState, PAGE_SIZE } from '#web/records/lists/use-list-state.ts';
import { CONFIRM_RECORD, useDeletion } from '#web/ui/feedback/use-deletion.ts';
import { untilLoaded } from '#web/ui/page/lazy-part.tsx';
import classes from './catalogs.module.css';
import { optionCount, optionPage, optionText, refreshCatalog, removeOption } from './catalogs-api.ts';
import { OptionRows } from './option-rows.tsx';

const OptionGrid = lazy(() => untilLoaded(() => import('./option-grid.tsx')));

interface OptionListProps {
  catalog: CatalogDefinition;
  list: ListState;
  /** The id of the option being edited. */
  edited: string | undefined;
  revealed: string | undefined;
  onEdit: (option: Option) => void;
  onDeleted: (option: Option) => void;
}

export function OptionList({ catalog, list, edited, revealed, onEdit, onDeleted }: OptionListProps) {
  const { entity } = catalog;
  const result = useQuery({ ...optionPage(catalog, list.request), placeholderData: keepPreviousData });
  const { data: whole = result.data?.total ?? 0 } = useQuery(optionCount(catalog));
  const remove = useDeletion<Option>({
    confirm: (option) => ({ ...CONFIRM_RECORD, detail: optionText(catalog, option) }),
    remove: (option) => removeOption(catalog, option),
    done: (message) => ({ title: '¡Información Eliminada!', message }),
    failed: (error) => ({
      title: 'Error',
      message: `Hubo un error al eliminar la información de ${entity}.\n${errorDetail(error)}`,
    }),
    onChanged: () => refreshCatalog(catalog),
  });
  const rowProps = {
    catalog,
    edited,
    revealed,
    onEdit,
    onDelete: async (option: Option) => {
      if (await remove(option)) onDeleted(option);
    },
  };

  return (
    <>
      {(whole > PAGE_SIZE || list.q !== '') && (
        <Box maw="26rem">
          <SearchBox list={list} label="Buscar en la lista" />
        </Box>
      )}
      <div className={classes.options}>
        <PagedList
          list={list}
          result={result}
          texts={{
            empty: 'La lista todavía no tiene opciones',
            emptyHint: 'Usa el botón «Agregar opción» para empezar.',
            searchHint: 'Busca solo una parte de lo que dice la opción.',
          }}
          columns={2}
          inside="sheet"
        >
          {(rows, wide) => (wide ? <OptionGrid rows={rows} {...rowProps} /> : <OptionRows rows={rows} {...rowProps} />)}
        </PagedList>
      </div>
    </>
  );
}
