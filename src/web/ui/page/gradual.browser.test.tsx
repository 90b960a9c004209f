import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Gradual } from './gradual.tsx';

test('something stands there for a turn, then what is large; at once where it was there before', async () => {
  const drawn: string[] = [];
  const Large = ({ named }: { named: string }) => {
    drawn.push(named);
    return <p>{named}</p>;
  };
  await render(
    <>
      <Gradual waiting={<p>Un momento</p>}>
        <Large named="La libreta" />
      </Gradual>
      <Gradual atOnce>
        <Large named="La lista" />
      </Gradual>
    </>,
  );
  await expect.element(page.getByText('La libreta')).toBeVisible();
  expect(document.body.textContent).not.toContain('Un momento');
  expect(drawn.indexOf('La lista')).toBe(0);
});

test('a screen that is left before its turn is never drawn', async () => {
  const drawn: string[] = [];
  const Large = ({ named }: { named: string }) => {
    drawn.push(named);
    return <p>{named}</p>;
  };
  // Its turn comes when the test says so.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const gradual = (named: string) => (
    <Gradual key={named} waiting="Un momento">
      <Large named={named} />
    </Gradual>
  );
  const { rerender } = await render(gradual('La libreta'));
  await rerender(gradual('La lista'));
  // Those of both screens, and none that follows: what looks at the page again and again sets timers too.
  await vi.runOnlyPendingTimersAsync();
  vi.useRealTimers();
  await expect.element(page.getByText('La lista')).toBeVisible();
  expect(new Set(drawn)).toEqual(new Set(['La lista']));
});
