import type { AnswerOf, AskOf, Call } from '#domain/calls/define-call.ts';
import { api, type RequestOptions } from './api-client.ts';

/** A call without parameters in its path that answers with one thing. */
type Plain = Extract<Call, { readonly answer: unknown }>;

type RouteOptions = Pick<RequestOptions, 'token' | 'signal' | 'timeoutMs' | 'behind' | 'keepalive'>;

/**
 * Makes a call by its route (`ROUTES`), where the declaration with its schemas is not to be loaded for it:
 * `callRoute<typeof getSettings>(ROUTES.getSettings, {}, { token: null })`. The compiler refuses the route of another call.
 * @throws ApiError, NetworkError
 */
export async function callRoute<C extends Plain>(
  { method, path }: Pick<C, 'method' | 'path'>,
  asked: AskOf<C>,
  options: RouteOptions = {},
): Promise<AnswerOf<C>> {
  const { query, body } = asked as Pick<RequestOptions, 'query' | 'body'>;
  return (await api.request(method, path, { ...options, query, body })).body as AnswerOf<C>;
}
