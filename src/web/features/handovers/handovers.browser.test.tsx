import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { handOver } from '#domain/calls/handover.ts';
import { AppError } from '#domain/errors.ts';
import { refusing } from '../../../../tests/support/answering.ts';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import { breaking, inHealth, withoutPauses } from '../../../../tests/support/breaking.ts';
import { fakeCustody, storedCustodian, storedHandover } from '../../../../tests/support/fake-handovers.ts';
import { address, button, expectCount, expectTexts, readNotice } from '../../../../tests/support/on-screen.ts';
import { onPhone, screenAt } from '../../../../tests/support/shown.tsx';

beforeEach(withoutPauses);

const dialog = () => page.getByRole('dialog');
const rosa = (libretas: number) => storedCustodian({ nombre: 'Rosa', apellido: 'Yuquilema', libretas });
const open = (kept: ReturnType<typeof fakeCustody>, search = '', ...first: Parameters<typeof breaking>[0][]) =>
  screenAt(`/traspasos${search}`, 'ROLE_SUPERVISOR', inHealth(), ...first, ...kept.all);

async function choose(label: string, name: string) {
  await dialog().getByRole('combobox', { name: label }).fill(name);
  await page.getByRole('option', { name: new RegExp(name) }).click();
}
const reason = () => dialog().getByLabelText('Motivo');
const send = () => button('Traspasar', dialog()).click();

test('hand-overs are listed, and an empty list shows a message', async () => {
  const one = storedHandover({
    persona: { _id: crypto.randomUUID(), tipo: 'nino', nombre: 'SISA GUALÁN' },
    libretas: 1,
  });
  await open(fakeCustody([], { done: [one, storedHandover({ motivo: '' })] }));
  await expect.element(page.getByText('2 traspasos')).toBeVisible();
  const rows = page.getByRole('row');
  await expect.element(rows.nth(1)).toHaveTextContent('SISA GUALÁN');
  await expect.element(rows.nth(2)).toHaveTextContent('12 libretas');
  await expect.element(rows.nth(2)).toHaveTextContent('Motivo borrado');
  await expectElementAccessible();
  await onPhone();
  await open(fakeCustody([]));
  await expect.element(page.getByText('Todavía no se ha traspasado nada')).toBeVisible();
});

test('the form reports missing values, and the errors disappear once they are filled in', async () => {
  const kept = fakeCustody([rosa(3), storedCustodian()]);
  await open(kept);
  await button('Traspasar todo lo de una brigada').click();
  await send();
  await expect.element(dialog().getByText('Escribe el motivo')).toBeVisible();
  await expect.element(dialog().getByText('Elige una cuenta de la lista').first()).toBeVisible();
  await expectElementAccessible();
  await choose('De quién', 'Rosa');
  await choose('A quién', 'Elena');
  await expectCount(dialog().getByText('Elige una cuenta de la lista'), 0);
  expect(kept.send.requests).toEqual([]);
  await reason().fill('Deja la brigada');
  await send();
  await readNotice('Traspaso terminado', '3 libretas a Elena Paucar.');
  await expectCount(dialog(), 0);
});

test('all booklets of an account are handed over in batches; it can be stopped and resumed', async () => {
  const kept = fakeCustody([rosa(5), storedCustodian()], { atOnce: 2 });
  let go: () => void = () => undefined;
  const { answer } = kept.send;
  let wait = true;
  kept.send.answer = async (ask) => {
    if (wait) await new Promise<void>((resolve) => (go = resolve));
    return answer(ask);
  };
  await open(kept);
  await button('Traspasar todo lo de una brigada').click();
  await choose('De quién', 'Rosa');
  await choose('A quién', 'Elena');
  await reason().fill('Deja la brigada');
  await send();
  const bar = dialog().getByRole('progressbar');
  await expect.element(bar).toHaveAttribute('aria-valuetext', '0 de 5 libretas');
  // Escape and a second click have no effect while it is running.
  await userEvent.keyboard('{Escape}');
  await button('Detener', dialog()).click();
  go();
  await expect.element(dialog().getByText('2 de 5 libretas').first()).toBeVisible();
  await expect.element(dialog().getByText('Traspaso detenido', { exact: true })).toBeVisible();
  expect(kept.send.requests).toHaveLength(1);
  await expectElementAccessible();
  wait = false;
  await button('Continuar', dialog()).click();
  await readNotice('Traspaso terminado', '5 libretas a Elena Paucar.');
  expect(kept.send.requests).toHaveLength(3);
});

test('without a connection the form keeps its values and can be sent again', async () => {
  const kept = fakeCustody([rosa(1), storedCustodian()]);
  const broken = breaking(kept.send, 'abort');
  await open(kept, '', broken);
  await button('Traspasar todo lo de una brigada').click();
  await choose('De quién', 'Rosa');
  await choose('A quién', 'Elena');
  await reason().fill('Deja la brigada');
  await send();
  await expect.element(dialog().getByRole('alert')).toBeVisible();
  await expect.element(reason()).toHaveValue('Deja la brigada');
  broken.mend();
  await send();
  await readNotice('Traspaso terminado', '1 libreta a Elena Paucar.');
});

test('a refusal about an account is shown until another account is chosen', async () => {
  const msg = 'Elige una cuenta activa de brigada: esta no puede recibir libretas';
  const kept = fakeCustody([rosa(1), storedCustodian()]);
  await open(kept, '', refusing(handOver, new AppError('invalid', { problems: [{ msg, path: 'a' }] })));
  await button('Traspasar todo lo de una brigada').click();
  await choose('De quién', 'Rosa');
  await choose('A quién', 'Elena');
  await reason().fill('Deja la brigada');
  await send();
  await expect.element(dialog().getByText(msg)).toBeVisible();
  await button('Cambiar a Elena Paucar', dialog()).click();
  await expectCount(dialog().getByText(msg), 0);
});

test('Escape and a click outside ask before what was typed is lost, and close an untouched form', async () => {
  await open(fakeCustody([rosa(3), storedCustodian()]));
  const openForm = () => button('Traspasar todo lo de una brigada').click();
  const question = page.getByRole('alertdialog');
  await openForm();
  await expect.element(reason()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expectCount(dialog(), 0);

  await openForm();
  await reason().fill('Deja la brigada');
  await userEvent.keyboard('{Escape}');
  await expect.element(question).toHaveTextContent('¿Salir sin guardar?');
  await userEvent.keyboard('{Escape}');
  await expectCount(question, 0);
  await expect.element(reason()).toHaveValue('Deja la brigada');
  // A press beside the dialog.
  await page.getBySelector('.mantine-Modal-overlay').click({ position: { x: 4, y: 4 } });
  await button('Seguir aquí', question).click();
  await expectCount(question, 0);
  await expect.element(reason()).toHaveValue('Deja la brigada');
  await userEvent.keyboard('{Escape}');
  await button('Salir sin guardar', question).click();
  await expectCount(dialog(), 0);

  await openForm();
  await choose('A quién', 'Elena');
  await userEvent.keyboard('{Escape}');
  await button('Salir sin guardar', question).click();
  await openForm();
  await reason().fill('Deja la brigada');
  await button('Cancelar', dialog()).click();
  await expectCount(dialog(), 0);
});

test('for a filtered account the remaining booklets are shown', async () => {
  const from = rosa(812);
  await open(fakeCustody([from]), `?de=${from._id}`);
  await button('Traspasar todas sus libretas').click();
  await expect.element(dialog()).toHaveTextContent('Las 812 libretas de Rosa Yuquilema');
  await button('Cancelar', dialog()).click();
  await button(/^Quitar filtro De/).click();
  await expect.poll(address).toBe('/traspasos');
  await expectTexts(page.getByRole('button', { name: /^Traspasar todas/ }), []);
});
