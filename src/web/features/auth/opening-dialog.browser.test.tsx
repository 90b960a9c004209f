import { deleteDB } from 'idb';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { signin } from '#domain/calls/session.ts';
import { AppError } from '#domain/errors.ts';
import { DEVICE } from '#web/device/store/steps.ts';
import { unstoredForms } from '#web/lib/drafts.ts';
import { answering } from '../../../../tests/support/answering.ts';
import { withoutPauses } from '../../../../tests/support/breaking.ts';
import { button } from '../../../../tests/support/on-screen.ts';
import { showElement, signedInAs } from '../../../../tests/support/shown.tsx';
import OpeningDialog from './opening-dialog.tsx';

const CODE = '123456';
const CODES = ['AAAAA-BBBBB', 'CCCCC-DDDDD'];

beforeEach(async () => {
  await deleteDB(DEVICE);
  withoutPauses();
  // Files share a page, where a form of an earlier one may have had no room for its draft.
  unstoredForms.set(new Set());
});

const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });

test.each([
  ['missing', 'para llevar tu libreta en este equipo y trabajar sin señal.'],
  ['wanted', 'para abrir lo guardado en este equipo.'],
  ['locked', 'para abrir lo guardado en este equipo. Nada de lo que escribiste se ha perdido.'],
] as const)('title and text of the dialog follow its steps, with the same purpose: %s', async (why, purpose) => {
  const session = signedInAs('ROLE_BRIGADA');
  const entering = answering(signin, ({ body }) => {
    if (body.codigo !== CODE) throw new AppError('secondFactor');
    return { ...session, codigosRecuperacion: CODES };
  });
  const onLeave = () => Promise.resolve();
  await showElement(<OpeningDialog opening={{ why, session, settle: () => undefined }} onLeave={onLeave} />, entering);
  const password = dialog('Escribe tu contraseña');
  await expect.element(password.getByText(`Escribe tu contraseña ${purpose}`, { exact: true })).toBeVisible();
  await password.getByRole('textbox', { name: 'Contraseña' }).fill('Libreta2026');
  await button('Continuar', password).click();
  const code = dialog('Escribe tu código');
  await expect
    .element(code.getByText(`Escribe el código de tu segundo paso ${purpose}`, { exact: true }))
    .toBeVisible();
  await code.getByLabelText('Código de seis dígitos').fill(CODE);
  await button('Continuar', code).click();
  await expect.element(dialog('Tus códigos de recuperación').getByText('AAAAA-BBBBB')).toBeVisible();
});
