import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { StoredSystem } from '#domain/calls/systems.ts';
import { errorDetail } from '#web/lib/api-errors.ts';
import { hasFailed } from '#web/lib/load-failure.ts';
import { useExchangeSetting } from '#web/lib/settings.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Retry } from '#web/ui/feedback/retry.tsx';
import { useDeletion } from '#web/ui/feedback/use-deletion.ts';
import { EditableList } from '#web/ui/form/editable-list.tsx';
import { useEditedRow } from '#web/ui/form/use-edited-row.ts';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { Page, PageHeader } from '#web/ui/page/page.tsx';
import { FhirViewer } from './fhir-viewer.tsx';
import { IntegratorCard } from './integrator-card.tsx';
import { SystemForm } from './system-form.tsx';
import { SystemRows } from './system-rows.tsx';
import { addressesForIntegrators, endSystem, refreshSystems, systemList } from './systems-api.ts';

const TEXTS = {
  heading: 'Sistemas registrados',
  add: 'Registrar sistema',
  note: 'Un sistema registrado lee datos de personas sin que nadie lo mire. Cada lectura queda en la auditoría con su nombre.',
  loading: 'Cargando sistemas…',
  empty: {
    title: 'Todavía no hay sistemas',
    message: 'Usa el botón «Registrar sistema» para dar acceso a uno.',
  },
};

const HEADER = {
  back: <BackLink to="/admin">Usuarios</BackLink>,
  title: 'Sistemas',
  description: 'Los sistemas que leen por FHIR y DHIS2.',
} as const;

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
  const addresses = useQuery(addressesForIntegrators);
  const edited = useEditedRow<StoredSystem>(refreshSystems);
  const revoke = useRevocation();
  const { row: system, done, close } = edited;
  return (
    <Page>
      <PageHeader {...HEADER} />
      <Stack>
        <EditableList
          id="sistemas"
          texts={TEXTS}
          query={query}
          rows={data}
          edited={edited}
          form={<SystemForm key={system?._id ?? 'new'} system={system} onDone={done} onCancel={close} />}
        >
          {(rows) => <SystemRows rows={rows} onEdit={edited.edit} onRevoke={(one) => void revoke(one)} />}
        </EditableList>
        {addresses.data && <IntegratorCard addresses={addresses.data} />}
        {!addresses.data && hasFailed(addresses) && <Retry query={addresses} of="direcciones" height={280} />}
        {data && <FhirViewer />}
      </Stack>
    </Page>
  );
}
