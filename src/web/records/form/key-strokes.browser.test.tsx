import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { NumberFieldInput } from '#web/ui/fields/number-field.tsx';
import { fakeBooklet } from '../../../../tests/support/fake-records.ts';
import { screenAt } from '../../../../tests/support/shown.tsx';
import { Fieldset } from './fieldset.tsx';

vi.mock('#web/ui/fields/number-field.tsx', { spy: true });
vi.mock('./fieldset.tsx', { spy: true });

const TYPED = '3250';

test('a key in a form of sixty fields re-renders only its own field and section', async () => {
  const { id, fakes } = fakeBooklet('nino');
  await screenAt(`/ninos/${id}?seccion=rn`, 'ROLE_BRIGADA', ...fakes);
  const field = page.getByName('pesonacer');
  await expect.element(field).toBeVisible();
  await field.click();
  vi.mocked(NumberFieldInput).mockClear();
  vi.mocked(Fieldset).mockClear();
  await userEvent.keyboard(TYPED);
  await expect.element(field).toHaveValue(TYPED);
  const fields = vi.mocked(NumberFieldInput).mock.calls.map(([{ name }]) => name);
  const sections = vi.mocked(Fieldset).mock.calls.map(([{ group }]) => group.title);
  expect(fields.filter((name) => name === 'pesonacer').length).toBeGreaterThanOrEqual(TYPED.length);
  expect(fields.filter((name) => name !== 'pesonacer')).toEqual([]);
  expect(new Set(sections)).toEqual(new Set(['Medidas y Apgar']));
});
