import type { FuzzRequest } from './requests.ts';

/** Requests that failed in earlier runs; they are sent first. */
export const CASES: readonly (FuzzRequest & { readonly fault: string })[] = [
  {
    fault: 'an address that cannot be decoded was answered without a request id',
    call: 'GET /api/users/{id}/segundo-factor',
    as: 'user',
    method: 'GET',
    url: '/api/users/%/segundo-factor',
  },
  {
    fault: 'an id longer than a router takes was answered without a request id',
    call: 'DELETE /api/control/{id}',
    as: 'brigadeTwo',
    method: 'DELETE',
    url: '/api/control/{{long.100000}}',
  },
  {
    fault: 'the description said nothing of the file, nor of a refusal',
    call: 'GET /api/nino/exportar.csv',
    as: 'brigadeOne',
    method: 'GET',
    url: '/api/nino/exportar.csv',
  },
  {
    fault: 'the description said nothing of refusals',
    call: 'GET /api/nino/exportar.csv',
    as: 'nobody',
    token: 'cut',
    method: 'GET',
    url: '/api/nino/exportar.csv',
  },
  {
    fault: 'the description allowed no roles at all',
    call: 'POST /api/users',
    as: 'administrator',
    method: 'POST',
    url: '/api/users',
    body: '{"nombre":"Rosa","apellido":"Yuquilema","cedula":"{{new.cedula}}","email":"rosa{{new.cedula}}@salud.gob.ec","password":"Segura123","roles":["{{role.ROLE_BRIGADA}}"]}',
  },
];
