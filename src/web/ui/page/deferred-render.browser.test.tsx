import { useState } from 'react';
import { flushSync } from 'react-dom';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../../../../tests/support/shown.tsx';
import { DeferredRender } from './deferred-render.tsx';

test('large content is rendered in a later task after a placeholder, or immediately on request', async () => {
  const drawn: string[] = [];
  const Large = ({ named }: { named: string }) => {
    drawn.push(named);
    return <p>{named}</p>;
  };
  await show(
    <>
      <DeferredRender waiting={<p>Un momento</p>}>
        <Large named="La libreta" />
      </DeferredRender>
      <DeferredRender atOnce>
        <Large named="La lista" />
      </DeferredRender>
    </>,
  );
  await expect.element(page.getByText('La libreta')).toBeVisible();
  expect(document.body.textContent).not.toContain('Un momento');
  expect(drawn.indexOf('La lista')).toBe(0);
});

test('a screen that is left before its task is never rendered', async () => {
  const drawn: string[] = [];
  const Large = ({ named }: { named: string }) => {
    drawn.push(named);
    return <p>{named}</p>;
  };
  // The test decides when the task runs.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const gradual = (named: string) => (
    <DeferredRender key={named} waiting="Un momento">
      <Large named={named} />
    </DeferredRender>
  );
  let turnTo = (_named: string) => {};
  const Screens = () => {
    const [named, setNamed] = useState('La libreta');
    turnTo = setNamed;
    return gradual(named);
  };
  await show(<Screens />);
  flushSync(() => turnTo('La lista'));
  // Runs the timers of both screens only, because polling the page sets timers too.
  await vi.runOnlyPendingTimersAsync();
  vi.useRealTimers();
  await expect.element(page.getByText('La lista')).toBeVisible();
  expect(new Set(drawn)).toEqual(new Set(['La lista']));
});
