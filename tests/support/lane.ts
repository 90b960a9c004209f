import { PROTOCOL } from '#domain/calls/operation.ts';
import type { Outcome } from '#domain/calls/sending.ts';
import type { ApiClient } from './api-client.ts';
import { type Body, bodyWith, recordOf } from './factories.ts';

/** The values of a record's form, without ids. */
export function valuesFor(tipo: string, change: Body = {}): Body {
  const definition = recordOf(tipo);
  const { [definition.parent?.field ?? '']: _, ...values } = bodyWith(definition, undefined, change);
  return values;
}

/** An operation of a device, with new ids. */
export function operation(hace: string, tipo: string, change: Body): Body {
  const _id = change._id ?? crypto.randomUUID();
  const isPerson = !recordOf(tipo).parent;
  return {
    ...{ op: crypto.randomUUID(), hace, tipo, _id, capturado: '2026-11-22T15:32:00.000Z', desfase: 0 },
    ...(isPerson && { persona: _id }),
    ...change,
  };
}

export const creating = (tipo: string, change: Body = {}): Body =>
  operation('crear', tipo, { valores: valuesFor(tipo), ...change });

/** The body of a call with one operation. */
export const newSendingBody = (): Body => ({
  ...{ protocolo: PROTOCOL, equipo: crypto.randomUUID(), operaciones: [creating('nino')] },
});

/** Sends operations as one device of a user. */
export function createLane(client: ApiClient, equipo: string = crypto.randomUUID()) {
  const body = (operaciones: Body[]) => ({ protocolo: PROTOCOL, equipo, operaciones });
  const outcomes = async (url: string, sent: Body): Promise<Outcome[]> => {
    const { status, body: answer, text } = await client.post(url, sent);
    if (status !== 200) throw new Error(`${status} ${text}`);
    return answer.resultados;
  };
  return {
    equipo,
    body,
    send: (...operaciones: Body[]) => outcomes('/api/sincronizacion/envio', body(operaciones)),
    handIn: (motivo: string, ...operaciones: Body[]) =>
      outcomes('/api/sincronizacion/entrega', { ...body(operaciones), motivo }),
    /** Makes the equivalent specified call with the operation id. */
    save(sent: Body, more: Body = {}) {
      const { op, hace, tipo, _id, persona, valores } = sent;
      const { path, parent } = recordOf(tipo);
      const headers = { 'x-operacion': op };
      if (hace === 'eliminar') return client.send({ method: 'DELETE', url: `/api/${path}/${_id}`, headers });
      const isNew = hace === 'crear';
      const ids = isNew ? { _id, ...(parent && { [parent.field]: persona }) } : { version: sent.version };
      return client.send({
        method: isNew ? 'POST' : 'PUT',
        url: isNew ? `/api/${path}` : `/api/${path}/${_id}`,
        headers: { ...headers, 'content-type': 'application/json' },
        payload: JSON.stringify({ ...valores, ...ids, ...more }),
      });
    },
  };
}
export type Lane = ReturnType<typeof createLane>;
