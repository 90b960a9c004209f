import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { NOT_DATE_TYPED } from '#domain/fields/date.ts';
import { button } from '../../../../tests/support/on-screen.ts';
import { showElement } from '../../../../tests/support/shown.tsx';
import { DayField } from './day-field.tsx';

const field = () => page.getByLabelText('Desde');

interface Passed {
  /** The days that the field passed on. */
  days: string[];
  /** The changes of the address that have not arrived. */
  underway: (() => void)[];
}

/** A filter whose day comes back later, as from the address. */
function Filter({ passed: { days, underway } }: { passed: Passed }) {
  const [day, setDay] = useState('2026-11-20');
  const change = (next: string) => {
    days.push(next);
    underway.push(() => setDay(next));
  };
  return (
    <>
      <DayField name="desde" label="Desde" day={day} onDay={change} />
      <button type="button" onClick={() => setDay('2026-01-31')}>
        Otro
      </button>
    </>
  );
}

async function open() {
  const passed: Passed = { days: [], underway: [] };
  await showElement(<Filter passed={passed} />);
  const arrive = () => {
    for (const change of passed.underway.splice(0)) change();
  };
  const type = async (keys: string) => {
    await userEvent.clear(field());
    arrive();
    for (const key of keys) await userEvent.keyboard(key);
  };
  return { days: passed.days, arrive, type };
}

test('a date that is typed key by key takes effect once its year has four digits', async () => {
  const { days, arrive, type } = await open();
  await type('01/02/202');
  expect(days).toEqual(['']);
  await expect.element(field()).toHaveValue('01/02/202');
  await userEvent.keyboard('6');
  expect(days).toEqual(['', '2026-02-01']);
  arrive();
  await userEvent.tab();
  await expect.element(field()).toHaveValue('01/02/2026');
  expect(days).toEqual(['', '2026-02-01']);
});

test('a change of the address that arrives late leaves the keys that were typed meanwhile', async () => {
  const { days, arrive, type } = await open();
  await type('01/02/2026');
  await userEvent.keyboard('{Backspace}');
  arrive();
  await userEvent.keyboard('5');
  arrive();
  await expect.element(field()).toHaveValue('01/02/2025');
  expect(days).toEqual(['', '2026-02-01', '2025-02-01']);
});

test('a date with a year of two digits takes effect when the field is left', async () => {
  const { days, type } = await open();
  await type('1/2/26');
  expect(days).toEqual(['']);
  await userEvent.tab();
  expect(days).toEqual(['', '2026-02-01']);
  await expect.element(field()).toHaveValue('01/02/2026');
});

test('what is not a date filters nothing, and is reported when it is typed whole or left almost whole', async () => {
  const { days, type } = await open();
  await type('31/02/202');
  await expect.element(field()).not.toHaveAttribute('aria-invalid', 'true');
  await userEvent.tab();
  await expect.element(field()).toHaveAccessibleDescription(NOT_DATE_TYPED);
  await type('31/02/2026');
  await expect.element(field()).toHaveAccessibleDescription(NOT_DATE_TYPED);
  expect(days).toEqual(['']);
});

test('a picked day and a day set from outside replace the text', async () => {
  const { days, type } = await open();
  await type('20/1');
  await button('Otro').click();
  await expect.element(field()).toHaveValue('31/01/2026');
  await button('Abrir el calendario').click();
  await page.getByRole('button', { name: '18 enero 2026' }).click();
  await expect.element(field()).toHaveValue('18/01/2026');
  expect(days).toEqual(['', '2026-01-18']);
});
