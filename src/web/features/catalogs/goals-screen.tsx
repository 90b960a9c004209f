import { useQuery } from '@tanstack/react-query';
import type { StoredGoal } from '#domain/calls/goals.ts';
import { errorDetail } from '#web/lib/api-errors.ts';
import { goals } from '#web/lib/booklets/goals.ts';
import { useGoalsSetting } from '#web/lib/settings.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { CONFIRM_RECORD, useDeletion } from '#web/ui/feedback/use-deletion.ts';
import { EditableList } from '#web/ui/form/editable-list.tsx';
import { useEditedRow } from '#web/ui/form/use-edited-row.ts';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { Page, PageHeader } from '#web/ui/page/page.tsx';
import { GoalForm } from './goal-form.tsx';
import { GoalRows } from './goal-rows.tsx';
import { deleteGoal, refreshGoals } from './goals-api.ts';

const TEXTS = {
  heading: 'Lista de metas',
  add: 'Agregar meta',
  note: 'Cada familia ve en su libreta cuánto le falta para cada meta y hasta cuándo. Revisa la lista con la norma vigente y escribe de dónde sale cada meta.',
  loading: 'Cargando metas…',
  empty: { title: 'Todavía no hay metas', message: 'Usa el botón «Agregar meta» para empezar.' },
};

const HEADER = {
  back: <BackLink to="/formularios">Opciones formulario</BackLink>,
  title: 'Metas',
  description: 'Los primeros mil días, contados.',
} as const;

/** /formularios/metas: the goals of the first thousand days. */
export function GoalsScreen() {
  if (useGoalsSetting() === false)
    return (
      <Page>
        <PageHeader {...HEADER} />
        <EmptyState title="Las metas están apagadas" message="Las enciende quien administra el servidor." />
      </Page>
    );
  return <GoalList />;
}

function GoalList() {
  const query = useQuery(goals);
  const edited = useEditedRow<StoredGoal>(refreshGoals);
  const remove = useDeletion<StoredGoal>({
    confirm: (goal) => ({ ...CONFIRM_RECORD, detail: goal.nombre }),
    remove: deleteGoal,
    done: (message) => ({ title: '¡Información Eliminada!', message }),
    failed: (error) => ({ title: 'Error', message: `Hubo un error al eliminar la meta.\n${errorDetail(error)}` }),
    onChanged: refreshGoals,
  });
  const { row: goal, done, close } = edited;
  return (
    <Page>
      <PageHeader {...HEADER} />
      <EditableList
        id="metas"
        texts={TEXTS}
        query={query}
        rows={query.data}
        edited={edited}
        form={<GoalForm key={goal?._id ?? 'new'} goal={goal} onDone={done} onCancel={close} />}
      >
        {(rows) => (
          <GoalRows rows={rows} edited={goal?._id} onEdit={edited.edit} onDelete={(one) => void remove(one)} />
        )}
      </EditableList>
    </Page>
  );
}
