import { Box, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Import, ImportState } from '#domain/calls/importing.ts';
import { TextLink } from '#web/ui/page/links.tsx';
import { isSecondLook } from './import-words.ts';
import classes from './importar.module.css';

const PATH = '/importar/$importId';
const STEPS = ['Archivo', 'Columnas', 'Ensayo', 'Importación'] as const;

/** Where an import stands among the steps. */
const PLACE = {
  recibida: 0,
  leyendo: 0,
  fallida: 0,
  columnas: 1,
  ensayando: 2,
  ensayada: 2,
  importando: 3,
  parada: 3,
  importada: 3,
  deshaciendo: 3,
  deshecha: 3,
} as const satisfies Record<ImportState, number>;

interface ImportStepsProps {
  current: Import;
  /** Whether the columns are open again after a rehearsal. */
  reopened: boolean;
}

/** The four steps of an import. As long as nothing is written, the columns can be opened again. */
export function ImportSteps({ current, reopened }: ImportStepsProps) {
  const { estado } = current;
  const place = isSecondLook(current) ? PLACE.importando : PLACE[estado];
  const shown = reopened ? PLACE.columnas : place;
  const contentOf = (name: string, at: number): ReactNode => {
    const reopens = estado === 'ensayada' && at === PLACE.columnas && at !== shown;
    if (reopens || (reopened && at === place))
      return (
        <TextLink
          from={PATH}
          to="."
          search={(before) => ({ ...before, paso: reopens ? 'columnas' : '' })}
          inherit
          data-touch
        >
          {name}
        </TextLink>
      );
    return (
      <Box component="span" data-touch>
        {name}
        {at < shown && <VisuallyHidden>: hecho</VisuallyHidden>}
      </Box>
    );
  };
  return (
    <ol className={classes.steps} aria-label="Pasos de la importación">
      {STEPS.map((name, at) => (
        <li key={name} data-reached={at <= place || undefined} aria-current={at === shown ? 'step' : undefined}>
          {contentOf(name, at)}
        </li>
      ))}
    </ol>
  );
}
