import { deleteDB } from 'idb';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ACCOUNT_MESSAGES } from '#domain/accounts.ts';
import { signin } from '#domain/calls/session.ts';
import { AppError } from '#domain/errors.ts';
import { DEVICE } from '#web/device/store/steps.ts';
import { getSession } from '#web/lib/session.ts';
import { answering } from '../../../tests/support/answering.ts';
import { withoutPauses } from '../../../tests/support/breaking.ts';
import { button, expectCount, pathOf } from '../../../tests/support/on-screen.ts';
import { screenAt } from '../../../tests/support/shown.tsx';

const ROSA = {
  _id: '0190a000-0000-7000-8000-000000000001',
  nombre: 'Rosa',
  apellido: 'Yuquilema',
  cedula: '0602948179',
  email: 'rosa@example.ec',
  roles: ['ROLE_BRIGADA'],
  accessToken: 'a token',
  message: 'Te damos la bienvenida, Rosa.',
};
const PASSWORD = 'Libreta2026';
const CODES = ['AAAAA-BBBBB', 'CCCCC-DDDDD'];
const ALTA = {
  secreto: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/Libreta:0602948179?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  sello: 'the first asking, sealed',
};
const LATER = { secreto: 'KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU', uri: 'otpauth://totp/Later', sello: 'another, sealed' };

/** Accepts the password with this code. */
const signingIn = (code: string, more: { alta?: typeof ALTA; codigosRecuperacion?: string[] } = {}) =>
  answering(signin, ({ body: { password, codigo } }) => {
    if (password !== PASSWORD) throw new AppError('credentials');
    const { alta, ...answer } = more;
    if (codigo !== code) throw new AppError('secondFactor', alta && { row: { alta } });
    return { ...ROSA, ...answer };
  });

const heading = (name: string) => page.getByRole('heading', { level: 1, name });

async function typePassword(password = PASSWORD) {
  await page.getByLabelText('Cédula').fill(ROSA.cedula);
  await page.getByRole('textbox', { name: 'Contraseña' }).fill(password);
  await button('INICIAR SESIÓN').click();
}
const codeField = () => page.getByLabelText('Código de seis dígitos');

beforeEach(async () => {
  // A device left by another test file would be shown beside the code.
  await deleteDB(DEVICE);
  withoutPauses();
  return () => vi.restoreAllMocks();
});

test('after the password a code is required, which is sent together with it', async () => {
  const calls = signingIn('123456');
  await screenAt('/login', null, calls);
  await typePassword('Equivocada1');
  await expect.element(page.getByText('Cédula o contraseña incorrecta.')).toBeVisible();
  await expect.element(heading('Iniciar sesión')).toBeVisible();
  await page.getByRole('textbox', { name: 'Contraseña' }).fill(PASSWORD);
  await button('INICIAR SESIÓN').click();
  await expect.element(heading('Segundo paso')).toBeVisible();
  await expect.element(codeField()).toHaveFocus();
  await expect.element(codeField()).toHaveAttribute('inputmode', 'numeric');
  await expect.element(codeField()).toHaveAttribute('autocomplete', 'one-time-code');
  // There is no error so far.
  await expectCount(page.getByRole('alert'), 0);
  await button('CONTINUAR').click();
  await expect.element(page.getByText('Escribe el código', { exact: true })).toBeVisible();
  // The server counts wrong codes, so what cannot be one is not sent.
  for (const typed of ['12345', '1234567', 'abcdef']) {
    await codeField().fill(typed);
    await button('CONTINUAR').click();
    await expect.element(page.getByText(ACCOUNT_MESSAGES.digitsOrRecovery)).toBeVisible();
  }
  expect(calls.requests).toHaveLength(2);
  await codeField().fill('654 321');
  await button('CONTINUAR').click();
  await expect.element(page.getByText(/Este código no es correcto o ya se usó/)).toBeVisible();
  await expect.element(codeField()).toHaveFocus();
  await codeField().fill('123456');
  await button('CONTINUAR').click();
  await expect.poll(pathOf).toBe('/registros');
  expect(calls.requests.at(-1)?.body).toEqual({ cedula: ROSA.cedula, password: PASSWORD, codigo: '123456' });
  expect(getSession()).toEqual(ROSA);
});

test('the user can go back to the password, and use a recovery code', async () => {
  const calls = signingIn('AAAAA-BBBBB');
  await screenAt('/login', null, calls);
  await typePassword();
  await button('Volver').click();
  await expect.element(page.getByLabelText('Cédula')).toHaveFocus();
  await expect.element(page.getByLabelText('Cédula')).toHaveValue(ROSA.cedula);
  await button('INICIAR SESIÓN').click();
  await button('¿No tienes tu teléfono? Usa un código de recuperación').click();
  const field = page.getByLabelText('Código de recuperación');
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveAttribute('inputmode', 'text');
  await field.fill('AAAAA-BBBBB');
  await button('CONTINUAR').click();
  await expect.poll(pathOf).toBe('/registros');
});

test('the application is enrolled, and the recovery codes are shown once before anything else', async () => {
  const calls = signingIn('123456', { alta: ALTA, codigosRecuperacion: CODES });
  await screenAt('/login', null, calls);
  await typePassword();
  await expect.element(page.getByRole('img', { name: /Código QR/ })).toBeVisible();
  await expect.element(page.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'ábrelo en la aplicación' })).toHaveAttribute('href', ALTA.uri);
  await codeField().fill('AAAAA-BBBBB');
  await button('CONTINUAR').click();
  await expect.element(page.getByText(ACCOUNT_MESSAGES.digits)).toBeVisible();
  await codeField().fill('123456');
  await button('CONTINUAR').click();
  await expect.element(heading('Tus códigos de recuperación')).toBeVisible();
  // The scanned enrolment is sent with the code that confirms it.
  expect(calls.requests.map(({ body }) => body?.sello)).toEqual([undefined, ALTA.sello]);
  for (const code of CODES) await expect.element(page.getByText(code)).toBeVisible();
  expect(getSession()).toBeNull();
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await button('Imprimir').click();
  expect(print).toHaveBeenCalledOnce();
  await button('Copiar').click();
  await expect.element(button('Copiados')).toBeVisible();
  expect(write).toHaveBeenCalledWith(CODES.join('\n'));
  await button('Ya los guardé').click();
  await expect.poll(pathOf).toBe('/registros');
  expect(getSession()).toEqual(ROSA);
  expect(JSON.stringify({ ...localStorage })).not.toContain('AAAAA');
});

test('an expired enrolment is replaced by a new one that must be scanned', async () => {
  const calls = answering(signin, ({ body: { codigo, sello } }) => {
    if (codigo === '654321' && sello === LATER.sello) return ROSA;
    throw new AppError('secondFactor', { row: { alta: codigo ? LATER : ALTA } });
  });
  await screenAt('/login', null, calls);
  await typePassword();
  await expect.element(page.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible();
  await codeField().fill('123456');
  await button('CONTINUAR').click();
  await expect.element(page.getByText(/esa clave ya no sirve/)).toBeVisible();
  await expect.element(page.getByText('KRSX G5CT MVRX EZLU KRSX G5CT MVRX EZLU')).toBeVisible();
  await codeField().fill('654321');
  await button('CONTINUAR').click();
  await expect.poll(pathOf).toBe('/registros');
});

test('an enrolment completed elsewhere meanwhile is reported, with advice', async () => {
  const calls = answering(signin, ({ body: { codigo } }): never => {
    throw new AppError('secondFactor', codigo ? undefined : { row: { alta: ALTA } });
  });
  await screenAt('/login', null, calls);
  await typePassword();
  await codeField().fill('123456');
  await button('CONTINUAR').click();
  await expect.element(page.getByText(/pide a un administrador que lo restablezca/)).toBeVisible();
  await expectCount(page.getByRole('img', { name: /Código QR/ }), 0);
});

test('if codes of the application can no longer be verified, the form offers a recovery code', async () => {
  const calls = answering(signin, ({ body: { codigo } }) => {
    if (codigo !== 'AAAAA-BBBBB') throw new AppError('secondFactorLost');
    return ROSA;
  });
  await screenAt('/login', null, calls);
  await typePassword();
  await expect.element(page.getByRole('alert')).toHaveTextContent('pide a un administrador que restablezca');
  await page.getByLabelText('Código de recuperación').fill('AAAAA-BBBBB');
  await button('CONTINUAR').click();
  await expect.poll(pathOf).toBe('/registros');
});

test('too many attempts are reported at the code', async () => {
  const calls = answering(signin, ({ body: { codigo } }): never => {
    throw new AppError(codigo ? 'tooManyTries' : 'secondFactor');
  });
  await screenAt('/login', null, calls);
  await typePassword();
  await codeField().fill('123456');
  await button('CONTINUAR').click();
  await expect.element(page.getByText('Demasiados intentos. Espera unos minutos e inténtalo de nuevo.')).toBeVisible();
  await expect.element(codeField()).toHaveValue('123456');
});

test('a password that was changed meanwhile must be entered again', async () => {
  let changed = false;
  const calls = answering(signin, (): never => {
    throw new AppError(changed ? 'credentials' : 'secondFactor');
  });
  await screenAt('/login', null, calls);
  await typePassword();
  await expect.element(codeField()).toBeVisible();
  changed = true;
  await codeField().fill('123456');
  await button('CONTINUAR').click();
  await expect.element(heading('Iniciar sesión')).toBeVisible();
  await expect.element(page.getByText('Cédula o contraseña incorrecta.')).toBeVisible();
  await expectCount(codeField(), 0);
});
