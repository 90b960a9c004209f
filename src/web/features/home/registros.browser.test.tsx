import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { textsOf } from '../../../../tests/support/on-screen.ts';
import { onPhone, screenAt } from '../../../../tests/support/shown.tsx';

/** The number of lines that the text of an element takes. */
function linesOf(element: Element): number {
  const range = document.createRange();
  range.selectNodeContents(element);
  return new Set(Array.from(range.getClientRects(), ({ top }) => top)).size;
}

test('on a narrow phone the four buttons of the hub are named in one line', async () => {
  await onPhone();
  await screenAt('/registros', 'ROLE_BRIGADA');
  const names = page.getByRole('main').getByText(/^(Guardar Registros|Consultar (Mujer|Niños))$/);
  await expect
    .poll(() => textsOf(names))
    .toEqual(['Guardar Registros', 'Consultar Mujer', 'Guardar Registros', 'Consultar Niños']);
  expect(names.elements().map(linesOf)).toEqual([1, 1, 1, 1]);
});
