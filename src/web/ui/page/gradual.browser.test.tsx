import { expect, test } from 'vitest';
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
  const { rerender } = await render(<Gradual waiting="Un momento">La libreta</Gradual>);
  await rerender(null);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(document.body.textContent).not.toContain('La libreta');
});
