import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRecord } from '../support/factories.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

test('a visita is pulled with the booklet of its child', async () => {
  const child = await createRecord(api.admin, 'nino');
  const { message: _, ...visita } = await createRecord(api.admin, 'visita', {}, child._id);
  const { body } = await api.admin.get(`/api/nino/pdf/${child._id}`);
  expect(body.visitaData).toEqual([visita]);
  expect((await api.admin.get('/api/docs/json')).body.paths).toHaveProperty('/api/visita');
});
