import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { z } from 'zod';
import { show } from '../../../../tests/support/shown.tsx';
import { useFormSubmission } from './use-form-submission.ts';

type Values = { cedula: string };
const RULES: z.ZodType<Values> = z.object({ cedula: z.string().min(1, 'Escribe la cédula') });

interface FormProps {
  schema: () => Promise<z.ZodType<Values>>;
  send: (values: Values) => Promise<void>;
}
function Form({ schema, send }: FormProps) {
  const { formProps, sending, errorOf, failure } = useFormSubmission<Values>({ schema, send });
  return (
    <form {...formProps}>
      <input name="cedula" aria-label="Cédula" />
      <p>{errorOf('cedula') ?? (failure ? 'Sin señal' : '')}</p>
      <button type="submit" aria-busy={sending}>
        Entrar
      </button>
    </form>
  );
}

const enter = () => page.getByRole('button', { name: 'Entrar' });
const expectBusy = (busy: boolean) => expect.element(enter()).toHaveAttribute('aria-busy', String(busy));

test('a form whose rules are still to load is busy from the press until its answer, and a second press does nothing', async () => {
  let rulesArrive = () => {};
  let answer = () => {};
  const schema = () =>
    new Promise<z.ZodType<Values>>((resolve) => {
      rulesArrive = () => resolve(RULES);
    });
  const sent: Values[] = [];
  const send = (values: Values) => {
    sent.push(values);
    return new Promise<void>((resolve) => {
      answer = resolve;
    });
  };
  await show(<Form schema={schema} send={send} />);
  await page.getByLabelText('Cédula').fill('0602948179');
  const busy: (string | null)[] = [];
  const watch = new MutationObserver(() => busy.push(enter().element().getAttribute('aria-busy')));
  watch.observe(enter().element(), { attributes: true });
  await enter().click();
  await expectBusy(true);
  await enter().click();
  rulesArrive();
  await expect.poll(() => sent.length).toBe(1);
  await expectBusy(true);
  answer();
  await expectBusy(false);
  expect(busy, 'there is no gap between rules and request').toEqual(['true', 'false']);
  expect(sent).toEqual([{ cedula: '0602948179' }]);
});

test('after rules that could not be loaded, and after a wrong value, the form can be sent again', async () => {
  let here = false;
  const sent: Values[] = [];
  const schema = () => (here ? Promise.resolve(RULES) : Promise.reject(new Error('away')));
  await show(<Form schema={schema} send={async (values) => void sent.push(values)} />);
  await enter().click();
  await expect.element(page.getByText('Sin señal')).toBeVisible();
  await expectBusy(false);
  here = true;
  await enter().click();
  await expect.element(page.getByText('Escribe la cédula')).toBeVisible();
  await expectBusy(false);
  await page.getByLabelText('Cédula').fill('0602948179');
  await enter().click();
  await expect.poll(() => sent).toEqual([{ cedula: '0602948179' }]);
});
