import { Button, Stack, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { StoredGoal } from '#domain/calls/goals.ts';
import { errorDetail } from '#web/lib/api-errors.ts';
import { goals } from '#web/lib/booklets/goals.ts';
import { hasFailed } from '#web/lib/load-failure.ts';
import { useGoalsSetting } from '#web/lib/settings.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { Retry } from '#web/ui/feedback/retry.tsx';
import { CONFIRM_RECORD, useDeletion } from '#web/ui/feedback/use-deletion.ts';
import { confirmLeaving } from '#web/ui/form/unsaved-changes.ts';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { Page, PageHeader } from '#web/ui/page/page.tsx';
import { Card } from '#web/ui/shapes/card.tsx';
import { SectionHead } from '#web/ui/shapes/section-head.tsx';
import { SkeletonTable } from '#web/ui/table/skeleton-table.tsx';
import { GoalForm } from './goal-form.tsx';
import { GoalRows } from './goal-rows.tsx';
import { deleteGoal, refreshGoals } from './goals-api.ts';

const NOTE =
  'Cada familia ve en su libreta cuánto le falta para cada meta y hasta cuándo. Revisa la lista con la norma vigente y escribe de dónde sale cada meta.';

type Mode = { kind: 'hidden' | 'create' } | { kind: 'edit'; goal: StoredGoal };
const HIDDEN: Mode = { kind: 'hidden' };

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
  const { data } = query;
  const [mode, setMode] = useState(HIDDEN);
  const heading = useRef<HTMLHeadingElement>(null);
  const open = async (next: Mode) => {
    if (await confirmLeaving()) setMode(next);
  };
  const close = () => {
    setMode(HIDDEN);
    heading.current?.focus();
  };
  const done = () => {
    close();
    void refreshGoals();
  };
  const remove = useDeletion<StoredGoal>({
    confirm: (goal) => ({ ...CONFIRM_RECORD, detail: goal.nombre }),
    remove: deleteGoal,
    done: (message) => ({ title: '¡Información Eliminada!', message }),
    failed: (error) => ({ title: 'Error', message: `Hubo un error al eliminar la meta.\n${errorDetail(error)}` }),
    onChanged: refreshGoals,
  });
  const edited = mode.kind === 'edit' ? mode.goal : undefined;
  return (
    <Page>
      <PageHeader {...HEADER} />
      <Card as="section" aria-labelledby="metas">
        <Stack gap="sm">
          <SectionHead
            actions={
              <Button
                variant="outline"
                leftSection={<IconPlus size={20} aria-hidden />}
                aria-expanded={mode.kind === 'create'}
                onClick={() => void open({ kind: 'create' })}
              >
                Agregar meta
              </Button>
            }
          >
            <Title order={2} id="metas" ref={heading} tabIndex={-1}>
              Lista de metas
            </Title>
          </SectionHead>
          <Note>{NOTE}</Note>
          {mode.kind !== 'hidden' && (
            <GoalForm key={edited?._id ?? 'new'} goal={edited} onDone={done} onCancel={close} />
          )}
          {!data && hasFailed(query) && <Retry query={query} height={280} />}
          {!data && !hasFailed(query) && <SkeletonTable columns={2} label="Cargando metas…" />}
          {data?.length === 0 && (
            <EmptyState title="Todavía no hay metas" message="Usa el botón «Agregar meta» para empezar." />
          )}
          {data && data.length > 0 && (
            <GoalRows
              rows={data}
              edited={edited?._id}
              onEdit={(goal) => void open({ kind: 'edit', goal })}
              onDelete={(goal) => void remove(goal)}
            />
          )}
        </Stack>
      </Card>
    </Page>
  );
}
