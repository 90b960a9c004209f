import { expect, onTestFinished, test } from 'vitest';
import { registerLazyLoader } from '#web/ui/page/lazy-part.tsx';
import { signedInAs } from '../../../../tests/support/shown.tsx';
import { prefetchCode } from './prefetch-code.ts';

test('the hub and the first list are fetched first, then the parts of the shown screen, then other screens and their parts', async () => {
  signedInAs('ROLE_BRIGADA');
  const fetched: string[] = [];
  const fetching = (name: string) => async () => {
    fetched.push(name);
  };
  const route = (id: string, preload: () => Promise<void>) => ({
    id,
    options: {
      component: { preload },
      staticData: { screen: { access: { kind: 'permission', permission: 'booklet' } } },
    },
  });
  const routes = [
    route('/seguimiento', async () => {
      fetched.push('/seguimiento');
      registerLazyLoader(fetching('a part of Seguimiento'));
    }),
    route('/registros', fetching('/registros')),
  ];
  registerLazyLoader(fetching('a part of the shown screen'));
  const stop = prefetchCode({ routesById: Object.fromEntries(routes.map((one) => [one.id, one])) } as never, 'person');
  onTestFinished(stop);
  await expect.poll(() => fetched).toContain('a part of Seguimiento');
  expect(fetched.filter((name, at) => fetched.indexOf(name) === at)).toEqual([
    '/registros',
    'a part of the shown screen',
    '/seguimiento',
    'a part of Seguimiento',
  ]);
});
