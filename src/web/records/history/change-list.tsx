import { Text, VisuallyHidden } from '@mantine/core';
import { IconArrowNarrowRight } from '@tabler/icons-react';
import type { HistoryEntry } from '#domain/calls/journal.ts';
import { type DescribedChange, describeChanges } from '#domain/journal/describe-change.ts';
import type { Action } from '#domain/journal/journal.ts';
import classes from './change-list.module.css';

/** Longer lists of changes are collapsed. */
const SHOWN_AT_ONCE = 8;

/** Actions for which only one side is shown: a creation has no value before, a deletion none after. */
const SIDES: Partial<Record<Action, 'before' | 'after'>> = {
  crear: 'after',
  restaurar: 'after',
  eliminar: 'before',
  borrar: 'after',
  entregar: 'after',
  aceptar: 'after',
  cerrar: 'after',
  ver: 'after',
  pdf: 'after',
  exportar: 'after',
  entrar: 'after',
  rechazar: 'after',
};

/** What is noted of an edit besides its values: there is no earlier one. */
const REMARKS = ['motivo', 'importado', 'deshecho'];

function Values({ action, change: { campo, antes, despues } }: { action: Action; change: DescribedChange }) {
  const side = SIDES[action] ?? (REMARKS.includes(campo) ? 'after' : undefined);
  if (side === 'after') return despues;
  if (side === 'before') return antes;
  return (
    <>
      <del>
        <VisuallyHidden>antes: </VisuallyHidden>
        {antes}
      </del>
      <IconArrowNarrowRight size={18} className={classes.arrow} aria-hidden />
      <ins>
        <VisuallyHidden>, después: </VisuallyHidden>
        {despues}
      </ins>
    </>
  );
}

interface ChangeListProps {
  entry: Pick<HistoryEntry, 'accion' | 'tipo' | 'cambios'>;
  /** Never collapses the list. */
  whole?: boolean;
}

/** The changes of a journal entry, with the labels of the fields. */
export function ChangeList({ entry: { accion, tipo, cambios }, whole = false }: ChangeListProps) {
  if (cambios.length === 0) {
    if (accion !== 'editar') return null;
    return (
      <Text size="sm" c="dimmed">
        Guardó sin cambios.
      </Text>
    );
  }
  const list = (
    <dl className={classes.changes}>
      {describeChanges(tipo, cambios).map((change) => (
        <div key={change.campo}>
          <dt>{change.label}</dt>
          <dd>
            <Values action={accion} change={change} />
            {change.descartado !== undefined && (
              <Text span inherit display="block">
                Se descartó: {change.descartado}
              </Text>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
  if (whole || cambios.length <= SHOWN_AT_ONCE) return list;
  return (
    <details className={classes.many}>
      <summary>Ver los {cambios.length} datos</summary>
      {list}
    </details>
  );
}
