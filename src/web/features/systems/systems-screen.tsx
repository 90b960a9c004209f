import { Button, Stack, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { StoredSystem } from '#domain/calls/systems.ts';
import { errorDetail } from '#web/lib/api-errors.ts';
import { hasFailed } from '#web/lib/load-failure.ts';
import { useExchangeSetting } from '#web/lib/settings.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { Retry } from '#web/ui/feedback/retry.tsx';
import { useDeletion } from '#web/ui/feedback/use-deletion.ts';
import { confirmLeaving } from '#web/ui/form/unsaved-changes.ts';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { Page, PageHeader } from '#web/ui/page/page.tsx';
import { Card } from '#web/ui/shapes/card.tsx';
import { SectionHead } from '#web/ui/shapes/section-head.tsx';
import { SkeletonTable } from '#web/ui/table/skeleton-table.tsx';
import { IntegratorCard } from './integrator-card.tsx';
import { SystemForm } from './system-form.tsx';
import { SystemRows } from './system-rows.tsx';
import { endSystem, refreshSystems, systemList } from './systems-api.ts';

const NOTE =
  'Un sistema registrado lee datos de personas sin que nadie lo mire. Cada lectura queda en la auditoría con su nombre.';

const HEADER = {
  back: <BackLink to="/admin">Usuarios</BackLink>,
  title: 'Sistemas',
  description: 'Los sistemas que leen por FHIR y DHIS2.',
} as const;

type Mode = { kind: 'hidden' | 'create' } | { kind: 'edit'; system: StoredSystem };
const HIDDEN: Mode = { kind: 'hidden' };

/** /admin/sistemas: the systems that may read the data exchange. */
export function SystemsScreen() {
  if (useExchangeSetting() === false)
    return (
      <Page>
        <PageHeader {...HEADER} />
        <EmptyState title="El intercambio está apagado" message="Lo enciende quien administra el servidor." />
      </Page>
    );
  return <SystemList />;
}

const useRevocation = () =>
  useDeletion<StoredSystem>({
    confirm: ({ nombre }) => ({
      title: '¿Revocar este sistema?',
      detail: nombre,
      message:
        'Deja de entrar en este momento y para siempre. Para darle acceso otra vez habrá que registrarlo de nuevo.',
      confirmLabel: 'Revocar',
    }),
    remove: endSystem,
    done: (message) => ({ title: '¡Sistema revocado!', message }),
    failed: (error) => ({ title: 'Error', message: `Hubo un error al revocar el sistema.\n${errorDetail(error)}` }),
    onChanged: refreshSystems,
  });

function SystemList() {
  const query = useQuery(systemList);
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
    void refreshSystems();
  };
  const revoke = useRevocation();
  const edited = mode.kind === 'edit' ? mode.system : undefined;
  return (
    <Page>
      <PageHeader {...HEADER} />
      <Stack>
        <Card as="section" aria-labelledby="sistemas">
          <Stack gap="sm">
            <SectionHead
              actions={
                <Button
                  variant="outline"
                  leftSection={<IconPlus size={20} aria-hidden />}
                  aria-expanded={mode.kind === 'create'}
                  onClick={() => void open({ kind: 'create' })}
                >
                  Registrar sistema
                </Button>
              }
            >
              <Title order={2} id="sistemas" ref={heading} tabIndex={-1}>
                Sistemas registrados
              </Title>
            </SectionHead>
            <Note>{NOTE}</Note>
            {mode.kind !== 'hidden' && (
              <SystemForm key={edited?._id ?? 'new'} system={edited} onDone={done} onCancel={close} />
            )}
            {!data && hasFailed(query) && <Retry query={query} height={280} />}
            {!data && !hasFailed(query) && <SkeletonTable columns={2} label="Cargando sistemas…" />}
            {data?.sistemas.length === 0 && (
              <EmptyState
                title="Todavía no hay sistemas"
                message="Usa el botón «Registrar sistema» para dar acceso a uno."
              />
            )}
            {data && data.sistemas.length > 0 && (
              <SystemRows
                rows={data.sistemas}
                onEdit={(system) => void open({ kind: 'edit', system })}
                onRevoke={(system) => void revoke(system)}
              />
            )}
          </Stack>
        </Card>
        {data && <IntegratorCard direcciones={data.direcciones} />}
      </Stack>
    </Page>
  );
}
