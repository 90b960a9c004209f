import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { addDays, showDay, today } from '#domain/calendar.ts';
import { clockBehind, setClockBehind } from '#domain/clock.ts';
import { button } from '../../../../tests/support/on-screen.ts';
import { showElement } from '../../../../tests/support/shown.tsx';
import ClockDialog from './clock-dialog.tsx';

const DAY_MS = 24 * 60 * 60_000;

afterEach(() => {
  vi.useRealTimers();
  setClockBehind(0);
});

test.each([
  ['the day of the device ends the correction, hours included', 2 * DAY_MS + 1, -2, 0],
  ['another day moves the date and leaves the time of day', 2 * DAY_MS, -3, -DAY_MS],
  ['the corrected day changes nothing', 2 * DAY_MS, 0, 2 * DAY_MS],
])('%s', async (_, before, days, after) => {
  // The day stays the same until the answer.
  vi.useFakeTimers({ toFake: ['Date'] });
  setClockBehind(before);
  const day = addDays(today(), days);
  const shown = today();
  await showElement(<ClockDialog request={{ since: addDays(day, -1) }} />);
  const question = `Este equipo muestra el ${showDay(addDays(shown, -2))}, y según su último ajuste sería el ${showDay(shown)}.`;
  await expect.element(page.getByText(question)).toBeVisible();
  await page.getByLabelText('Hoy es').fill(showDay(day));
  await button('Continuar').click();
  await expect.poll(clockBehind).toBe(after);
});

test('a device that is days before its last contact is named by its date', async () => {
  await showElement(<ClockDialog request={{ since: addDays(today(), 3) }} />);
  await expect
    .element(page.getByText(`La fecha de este equipo parece equivocada (${showDay(today())}).`))
    .toBeVisible();
});

test('a day long after the last contact is taken only when it is given twice', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const since = today();
  await showElement(<ClockDialog request={{ since }} />);
  await expect.element(page.getByText(`La hora de este equipo parece equivocada (${showDay(since)}).`)).toBeVisible();
  const give = async (days: number) => {
    await page.getByLabelText('Hoy es').fill(showDay(addDays(since, days)));
    await button('Continuar').click();
  };
  await give(365);
  await expect.element(page.getByText(/^Según esto pasaron 365 días desde el último contacto/)).toBeVisible();
  await give(20);
  await expect.element(page.getByText(/^Según esto pasaron 20 días/)).toBeVisible();
  expect(clockBehind()).toBe(0);
  await button('Continuar').click();
  await expect.poll(clockBehind).toBe(20 * DAY_MS);
});
