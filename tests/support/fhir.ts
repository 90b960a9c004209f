import { expect } from 'vitest';
import type { Answer, ApiClient } from './api-client.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the server sends.
export type FhirBody = any;

export interface FhirAnswer extends Omit<Answer, 'body'> {
  readonly body: FhirBody;
}

/** Asks /fhir as an account; every answer must be FHIR's JSON. */
export async function askFhir(
  client: ApiClient,
  path: string,
  options: { method?: 'GET' | 'HEAD' | 'POST'; headers?: Record<string, string>; payload?: string } = {},
): Promise<FhirAnswer> {
  const { method = 'GET', ...rest } = options;
  const answer = await client.send({ method, url: path.replace(/^https?:\/\/[^/]+/, ''), ...rest });
  if (answer.status !== 304) expect(answer.headers['content-type']).toBe('application/fhir+json; charset=utf-8');
  return { ...answer, body: answer.text === '' ? undefined : JSON.parse(answer.text) };
}

export const resourcesIn = (bundle: FhirBody, mode = 'match'): FhirBody[] =>
  (bundle.entry ?? []).flatMap((entry: FhirBody) => (entry.search.mode === mode ? [entry.resource] : []));

export const idsIn = (bundle: FhirBody): string[] => resourcesIn(bundle).map(({ id }) => id);

export const nextOf = (bundle: FhirBody): string | undefined =>
  bundle.link.find(({ relation }: FhirBody) => relation === 'next')?.url;

export const selfOf = (bundle: FhirBody): string =>
  bundle.link.find(({ relation }: FhirBody) => relation === 'self').url;

/** Follows `next` to the end. @param between runs after each page */
export async function walkFhir(
  client: ApiClient,
  path: string,
  between: (page: number) => Promise<void> = async () => {},
): Promise<FhirBody[]> {
  const all: FhirBody[] = [];
  for (let [url, page]: [string | undefined, number] = [path, 0]; url !== undefined; page += 1) {
    const { status, body, text } = await askFhir(client, url);
    expect([status, text.slice(0, 300)]).toEqual([200, expect.anything()]);
    all.push(...resourcesIn(body));
    url = nextOf(body);
    await between(page);
  }
  return all;
}

/** Expects an OperationOutcome with one issue. */
export function expectOutcome({ status, body }: FhirAnswer, expected: number, issue: string): void {
  const [{ code, diagnostics } = {} as FhirBody] = body?.issue ?? [];
  expect([status, body?.resourceType, code]).toEqual([expected, 'OperationOutcome', issue]);
  expect(diagnostics.length).toBeGreaterThan(10);
}
