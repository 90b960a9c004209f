import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { today } from '#domain/calendar.ts';
import { CONSENT_TO_MESSAGES, familyMessage, whatsAppAddress } from '#domain/family-message.ts';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import { confirm, dialog, expectCount } from '../../../../tests/support/on-screen.ts';
import { showElement, signedInAs } from '../../../../tests/support/shown.tsx';
import { CallLink } from './call-link.tsx';
import { MessageAction } from './message-action.tsx';

const LUIS = '0190a000-0000-7000-8000-000000000002';
const SISA = {
  _id: '0190e000-0000-7000-8000-000000000001',
  nombres: 'SISA',
  apellidos: 'CUJÍ',
  celular: '0991 234 567',
};
const INES = { ...SISA, _id: '0190e000-0000-7000-8000-000000000002', nombres: 'INÉS', celular: '+593 98 765 4321' };
const PLACE = 'PULUCATE ALTO';
const ADDRESS = whatsAppAddress(SISA.celular, familyMessage({ date: today(), place: PLACE })) ?? '';

const show = (...people: (typeof SISA)[]) =>
  showElement(
    people.map((person) => (
      <div key={person._id}>
        <CallLink celular={person.celular} />
        <MessageAction person={person} date={today()} place={PLACE} />
      </div>
    )),
  );
const asking = (celular = SISA.celular) => page.getByRole('button', { name: `WhatsApp al ${celular}` });
const link = (celular = SISA.celular) => page.getByRole('link', { name: `WhatsApp al ${celular}` });
const agree = () => confirm('Sí, está de acuerdo');

test('before the first message the agreement of the family is confirmed, once for each person', async () => {
  signedInAs('ROLE_BRIGADA');
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  await show(SISA, INES);
  await asking().click();
  await expect.element(dialog()).toHaveTextContent(CONSENT_TO_MESSAGES);
  await expect.element(dialog()).toHaveTextContent('SISA CUJÍ');
  await expectElementAccessible();
  await agree();
  await expect.poll(() => opened.mock.calls).toEqual([[ADDRESS, '_blank', 'noopener,noreferrer']]);
  await expect.element(link()).toHaveAttribute('href', ADDRESS);
  await expect.element(link()).toHaveAttribute('target', '_blank');
  await expect.element(link()).toHaveAttribute('rel', 'noopener noreferrer');
  await expect.element(link()).toHaveFocus();
  await expect.element(asking(INES.celular)).toBeVisible();
  // After a reload the family is not asked again.
  await show(SISA, INES);
  await expect.element(link()).toBeVisible();
  await expectElementAccessible();
});

test('without the agreement nothing is opened or noted', async () => {
  signedInAs('ROLE_BRIGADA');
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  await show(SISA);
  await asking().click();
  await confirm('Cancelar');
  await expectCount(dialog(), 0);
  await expect.element(asking()).toBeVisible();
  expect(opened).not.toHaveBeenCalled();
  expect(Object.keys(localStorage).filter((key) => key.startsWith('libreta.nota.'))).toEqual([]);
});

test('pressed twice, one dialog asks and one message opens', async () => {
  signedInAs('ROLE_BRIGADA');
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  await show(SISA);
  const button = (await asking().findElement()) as HTMLElement;
  button.click();
  button.click();
  await agree();
  await expect.element(link()).toBeVisible();
  expect(opened).toHaveBeenCalledTimes(1);
});

test('another account on the same device asks again', async () => {
  signedInAs('ROLE_BRIGADA');
  vi.spyOn(window, 'open').mockReturnValue(null);
  await show(SISA);
  await asking().click();
  await agree();
  await expect.element(link()).toBeVisible();
  signedInAs('ROLE_BRIGADA', LUIS);
  await expect.element(asking()).toBeVisible();
});

test('only a mobile number gets messages, and only digits can be called', async () => {
  signedInAs('ROLE_BRIGADA');
  await show({ ...SISA, celular: '032 900 000' });
  await expect
    .element(page.getByRole('link', { name: 'Llamar al 032 900 000' }))
    .toHaveAttribute('href', 'tel:032900000');
  await expectCount(asking('032 900 000'), 0);
  for (const celular of ['', 'NO TIENE']) {
    await show({ ...SISA, celular });
    await expectCount(page.getByRole('link'), 0);
    await expectCount(page.getByRole('button'), 0);
  }
});

test('with a text each action is a button that says what it does', async () => {
  signedInAs('ROLE_BRIGADA');
  await showElement(
    <>
      <CallLink celular={SISA.celular} label="Llamar" />
      <MessageAction person={SISA} date={null} place="" label="WhatsApp con la próxima cita" />
    </>,
  );
  await expect.element(page.getByRole('link', { name: 'Llamar', exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'WhatsApp con la próxima cita' })).toBeVisible();
});
