import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useSubmission } from './use-submission.ts';

/** Saves what is typed, and is empty for the next one. */
function Form({ save }: { save: (text: string) => Promise<void> }) {
  const [text, setText] = useState('12,4');
  const { submit, sending } = useSubmission<string>({
    check: () => ({ values: text, problems: null }),
    send: async (value) => {
      await save(value);
      setText('');
    },
    leadTo: 'field',
  });
  return (
    <button type="button" onClick={() => void submit()} data-sending={sending} data-text={text}>
      Guardar
    </button>
  );
}
const guardar = () => page.getByRole('button', { name: 'Guardar' });
const press = () => (guardar().element() as HTMLElement).click();

test('a second press before the screen shows what became of the first saves nothing twice', async () => {
  const saved: string[] = [];
  await render(<Form save={async (text) => void saved.push(text)} />);
  press();
  // As busy processors do: all that can be done without drawing is done, and then the finger is there again.
  for (let turns = 0; turns < 50; turns += 1) await Promise.resolve();
  press();
  await expect.poll(() => saved).toEqual(['12,4']);
  // Once it is there, a press is about what is there.
  await expect.element(guardar()).toHaveAttribute('data-text', '');
  press();
  await expect.poll(() => saved).toEqual(['12,4', '']);
});

test('a press counts at once after one that failed: nothing on the screen is out of date', async () => {
  const saved: string[] = [];
  let works = false;
  const save = async (text: string) => {
    if (!works) throw new Error('away');
    saved.push(text);
  };
  await render(<Form save={save} />);
  press();
  for (let turns = 0; turns < 50; turns += 1) await Promise.resolve();
  works = true;
  press();
  await expect.poll(() => saved).toEqual(['12,4']);
});

test('what is done at once is not drawn as being done; what takes longer is', async () => {
  let finish = () => {};
  await render(<Form save={() => new Promise((resolve) => (finish = resolve))} />);
  press();
  expect(guardar().element().getAttribute('data-sending')).toBe('false');
  await expect.element(guardar()).toHaveAttribute('data-sending', 'true');
  finish();
  await expect.element(guardar()).toHaveAttribute('data-sending', 'false');
});
