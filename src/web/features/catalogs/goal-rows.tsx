import '@mantine/core/styles/ActionIcon.layer.css';
import { ActionIcon, Text } from '@mantine/core';
import { IconEdit } from '@tabler/icons-react';
import { showDay } from '#domain/calendar.ts';
import type { StoredGoal } from '#domain/calls/goals.ts';
import { goalSummary } from '#domain/goals/goal-text.ts';
import { DeleteButton } from '#web/ui/table/delete-button.tsx';
import classes from './catalogs.module.css';

interface GoalRowsProps {
  rows: readonly StoredGoal[];
  /** The id of the goal being edited. */
  edited: string | undefined;
  onEdit: (goal: StoredGoal) => void;
  onDelete: (goal: StoredGoal) => void;
}

function GoalFacts({ goal }: { goal: StoredGoal }) {
  return (
    <span>
      <strong>{goal.nombre}</strong>
      <Text span display="block" size="sm">
        {goalSummary(goal)}
      </Text>
      <Text span display="block" size="xs" c="dimmed">
        {`Vigente desde el ${showDay(goal.vigente)}. Fuente: ${goal.fuente}.${goal.mostrada ? '' : ' No se muestra.'}`}
      </Text>
    </span>
  );
}

/** The list of goals, each with its buttons. */
export function GoalRows({ rows, edited, onEdit, onDelete }: GoalRowsProps) {
  return (
    <ul className={classes.rows}>
      {rows.map((goal) => (
        <li key={goal._id} className={goal._id === edited ? classes.edited : undefined}>
          <GoalFacts goal={goal} />
          <ActionIcon color="var(--ink-2)" aria-label={`Editar ${goal.nombre}`} onClick={() => onEdit(goal)}>
            <IconEdit size={20} aria-hidden />
          </ActionIcon>
          <DeleteButton label={`Eliminar ${goal.nombre}`} onClick={() => onDelete(goal)} />
        </li>
      ))}
    </ul>
  );
}
