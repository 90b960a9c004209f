import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../../../../tests/support/shown.tsx';
import { type BeforeSending, useSubmission } from './use-submission.ts';

/** Saves its text and is then cleared for the next one. */
function Form(props: { save: (text: string) => Promise<void>; before?: () => Promise<BeforeSending> }) {
  const { save, before = async () => true } = props;
  const [text, setText] = useState('12,4');
  const { submit, sending } = useSubmission<string>({
    check: () => ({ values: text, problems: null }),
    before,
    send: async (value) => {
      await save(value);
      setText('');
    },
    focusOn: 'field',
  });
  return (
    <button type="button" onClick={() => void submit()} data-sending={sending} data-text={text}>
      Guardar
    </button>
  );
}
const guardar = () => page.getByRole('button', { name: 'Guardar' });
const press = () => (guardar().element() as HTMLElement).click();

test('a second click before the result is on screen does not save twice', async () => {
  const saved: string[] = [];
  await show(<Form save={async (text) => void saved.push(text)} />);
  press();
  // As on a busy processor: all pending microtasks run before the second click, but nothing is rendered.
  for (let turns = 0; turns < 50; turns += 1) await Promise.resolve();
  press();
  await expect.poll(() => saved).toEqual(['12,4']);
  // Once the result is on screen, a click submits the new values.
  await expect.element(guardar()).toHaveAttribute('data-text', '');
  press();
  await expect.poll(() => saved).toEqual(['12,4', '']);
});

test('a click right after a failed attempt submits again at once', async () => {
  const saved: string[] = [];
  let works = false;
  const save = async (text: string) => {
    if (!works) throw new Error('away');
    saved.push(text);
  };
  await show(<Form save={save} />);
  press();
  for (let turns = 0; turns < 50; turns += 1) await Promise.resolve();
  works = true;
  press();
  await expect.poll(() => saved).toEqual(['12,4']);
});

test('a fast request shows no loading state, and a slow one does', async () => {
  let finish = () => {};
  await show(<Form save={() => new Promise((resolve) => (finish = resolve))} />);
  press();
  expect(guardar().element().getAttribute('data-sending')).toBe('false');
  await expect.element(guardar()).toHaveAttribute('data-sending', 'true');
  finish();
  await expect.element(guardar()).toHaveAttribute('data-sending', 'false');
});

test('what is awaited before a request is shown as loading, and a question is not', async () => {
  const saved: string[] = [];
  let finish = (_: BeforeSending) => {};
  let answer = (_: boolean) => {};
  const before = () => new Promise<BeforeSending>((resolve) => (finish = resolve));
  await show(<Form before={before} save={async (text) => void saved.push(text)} />);
  press();
  await expect.element(guardar()).toHaveAttribute('data-sending', 'true');
  finish(() => new Promise((resolve) => (answer = resolve)));
  await expect.element(guardar()).toHaveAttribute('data-sending', 'false');
  expect(saved).toEqual([]);
  answer(true);
  await expect.poll(() => saved).toEqual(['12,4']);
});
