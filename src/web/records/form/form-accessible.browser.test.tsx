import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { RECORDS } from '#domain/records/index.ts';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import { fakeBooklet } from '../../../../tests/support/fake-records.ts';
import { screenAt } from '../../../../tests/support/shown.tsx';

const DRAFT = 'libreta.draft.';

test.each([
  [360, 740],
  [1280, 800],
])('a long form with error marks, warnings and a draft is accessible at %i pixels', async (width, height) => {
  await page.viewport(width, height);
  const { rn, control } = RECORDS;
  const { id, fakes } = fakeBooklet('nino', {}, { rn: [rn.example], control: [control.example] });
  const open = async (section: 'rn' | 'control') => {
    await screenAt(`/ninos/${id}?seccion=${section}`, 'ROLE_SUPERVISOR', ...fakes);
    await expect.element(page.getByRole('heading', { name: RECORDS[section].titles.table })).toBeVisible();
  };
  await open('rn');
  await page.getByRole('checkbox', { name: 'Enfermedades' }).click();
  await page.getByRole('checkbox', { name: 'Médico, parto' }).click();
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect.element(page.getByText('Este campo es obligatorio', { exact: true }).first()).toBeVisible();
  // The first wrong field is in the middle of the screen, and a link of the list above may be half below the cover.
  window.scrollTo({ top: 0, behavior: 'instant' });
  await expectElementAccessible();

  await open('control');
  await page.getByName('longitud').fill('45');
  await expect.element(page.getByRole('button', { name: /^Revisa 1 aviso/ })).toBeVisible();
  await expectElementAccessible();
  // The draft is stored after a pause.
  await expect.poll(() => Object.keys(localStorage).filter((key) => key.startsWith(DRAFT))).not.toEqual([]);
  await open('control');
  await expect.element(page.getByText('Recuperamos lo que habías escrito.')).toBeVisible();
  await expectElementAccessible();
});
