import { queryOptions } from '@tanstack/react-query';
import { createSystem, listSystems, revokeSystem, type StoredSystem, saveSystem } from '#domain/calls/systems.ts';
import { integratorAddresses, SMART_CONFIGURATION } from '#domain/exchange/integrator-addresses.ts';
import type { SystemValues } from '#domain/exchange/system-fields.ts';
import { api } from '#web/lib/api-client.ts';
import { call, callQuery } from '#web/lib/call.ts';
import { queryClient } from '#web/lib/query-client.ts';

export const systemList = queryOptions(callQuery(listSystems, {}, { family: ['sistemas'], what: 'los sistemas' }));

const CONFIGURATION = `/fhir${SMART_CONFIGURATION}`;

/** As the server names them to integrators: it may be reached by other addresses than this page. */
export const addressesForIntegrators = queryOptions({
  queryKey: ['direcciones-fhir'],
  meta: { what: 'las direcciones de FHIR' },
  queryFn: async ({ signal }) => {
    const { body } = await api.request('GET', CONFIGURATION, { token: null, signal });
    return integratorAddresses((body as { token_endpoint: string }).token_endpoint);
  },
});

/** `_id` is generated on the device, so that repeating the request is harmless. */
export const addSystem = (_id: string, system: SystemValues) => call(createSystem, { body: { ...system, _id } });

/** `version` is the one on which the form is based. */
export const replaceSystem = ({ _id, version }: StoredSystem, system: SystemValues) =>
  call(saveSystem, { params: { id: _id }, body: { ...system, version } });

export const endSystem = ({ _id }: StoredSystem) => call(revokeSystem, { params: { id: _id } });

export const refreshSystems = () => queryClient.invalidateQueries({ queryKey: systemList.queryKey });
