import { Box, VisuallyHidden } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ImportState } from '#domain/calls/importing.ts';
import classes from './importar.module.css';

const { Link } = getRouteApi('/importar/$importId');
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
  state: ImportState;
  /** Whether the columns are open again after a rehearsal. */
  reopened: boolean;
}

/** The four steps of an import. As long as nothing is written, the columns can be opened again. */
export function ImportSteps({ state, reopened }: ImportStepsProps) {
  const place = PLACE[state];
  const current = reopened ? PLACE.columnas : place;
  const contentOf = (name: string, at: number): ReactNode => {
    const reopens = state === 'ensayada' && at === PLACE.columnas && at !== current;
    if (reopens || (reopened && at === place))
      return (
        <Link to="." search={(before) => ({ ...before, paso: reopens ? 'columnas' : '' })} data-touch>
          {name}
        </Link>
      );
    return (
      <Box component="span" data-touch>
        {name}
        {at < current && <VisuallyHidden>: hecho</VisuallyHidden>}
      </Box>
    );
  };
  return (
    <ol className={classes.steps} aria-label="Pasos de la importación">
      {STEPS.map((name, at) => (
        <li key={name} data-reached={at <= place || undefined} aria-current={at === current ? 'step' : undefined}>
          {contentOf(name, at)}
        </li>
      ))}
    </ol>
  );
}
