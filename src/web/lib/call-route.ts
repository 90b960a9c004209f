import type { Call, CallAnswer, CallInput } from '#domain/calls/define-call.ts';
import { api, type RequestOptions } from './api-client.ts';

type Plain = Extract<Call, { readonly answer: unknown }>;

type RouteOptions = Pick<RequestOptions, 'token' | 'signal' | 'timeoutMs' | 'behind' | 'keepalive'>;

/** Makes a call without loading its schemas: `callRoute<typeof getSettings>(ROUTES.getSettings, {})`. @throws ApiError, NetworkError */
export async function callRoute<C extends Plain>(
  { method, path }: Pick<C, 'method' | 'path'>,
  ask: CallInput<C>,
  options: RouteOptions = {},
): Promise<CallAnswer<C>> {
  const { query, body } = ask as Pick<RequestOptions, 'query' | 'body'>;
  return (await api.request(method, path, { ...options, query, body })).body as CallAnswer<C>;
}
