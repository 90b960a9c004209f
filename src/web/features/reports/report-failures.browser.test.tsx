import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import {
  breaking,
  expectDiscreet,
  expectNoFailureShown,
  type Failure,
  inHealth,
  listenToConsole,
  withoutPauses,
} from '../../../../tests/support/breaking.ts';
import { contrastOf } from '../../../../tests/support/contrast.ts';
import { expectCount, showOnPaper, textsOf } from '../../../../tests/support/on-screen.ts';
import {
  CARDS,
  EVERY_SECTION,
  FOLLOWED,
  SECTION_CARDS,
  TOTAL,
  WEIGHT_CARD as WEIGHT,
} from '../../../../tests/support/report-titles.ts';
import { servedReports } from '../../../../tests/support/served-reports.ts';
import { onPhone, screenAt } from '../../../../tests/support/shown.tsx';

// Failures of the reports are logged, not displayed (specification, section 8).

const card = (title: string) => page.getByRole('region', { name: title, exact: true });
const retryIn = (title: string) =>
  card(title).getByRole('button', { name: `Volver a intentar: ${title}`, exact: true });
const rows = () => page.getByRole('table', { name: FOLLOWED, exact: true }).getByRole('row');

/** The screen with every section open and these calls failing, or all of them. */
async function openBroken(failure: Failure, names?: readonly ('weights' | 'followed')[], broken = true) {
  const { fakes, ...served } = servedReports();
  const calls = (names ? names.map((name) => served[name]) : fakes).map((fake) => breaking(fake, failure, broken));
  await screenAt(EVERY_SECTION, 'ROLE_SUPERVISOR', inHealth(), ...calls, ...fakes);
  return {
    break: () => {
      for (const call of calls) call.break();
    },
    mend: () => {
      for (const call of calls) call.mend();
    },
    hold: () => {
      const all = calls.map((call) => call.hold());
      return () => {
        for (const letFail of all) letFail();
      };
    },
  };
}

beforeEach(withoutPauses);

// proves 8.11, 8.12
test.each([500, 'abort', 503, 'slow'] as const)(
  'a failure (%s) is logged but not displayed, and each card can be retried',
  async (failure) => {
    // The code of the map loads once. A card that appears after a call failed asks again.
    await screenAt(EVERY_SECTION, 'ROLE_SUPERVISOR', inHealth(), ...servedReports().fakes);
    for (const title of SECTION_CARDS.mapa) await expect.element(card(title)).toBeVisible();
    const { logged, logLinesAbout } = listenToConsole();
    const { mend } = await openBroken(failure);
    for (const title of CARDS) {
      await expect.element(retryIn(title)).toBeVisible();
      await expect.element(retryIn(title)).toHaveAttribute('aria-disabled', 'false');
    }
    await expectNoFailureShown();
    expectDiscreet(logged, failure);
    // Once per call, not per card.
    expect(logLinesAbout('niños')).toHaveLength(4);
    expect(logLinesAbout('controles')).toHaveLength(3);
    expect(logLinesAbout('vacunas')).toHaveLength(1);
    expect(logLinesAbout('registros')).toHaveLength(3);
    mend();
    for (const title of CARDS) {
      // A card of the same call may have loaded it already.
      if (retryIn(title).query()) await retryIn(title).click();
      await expectCount(retryIn(title), 0);
    }
    await expect.element(card(TOTAL)).toHaveTextContent('7');
    await expect.element(page.getByText(/Datos al/)).toBeVisible();
    await expectCount(rows(), 6);
  },
);

test('nothing of a failed card is printed, neither a sentence nor a button', async () => {
  await openBroken('abort');
  for (const title of CARDS) await expect.element(retryIn(title)).toBeVisible();
  await showOnPaper();
  await expectCount(page.getByRole('button'), 0);
  await expectNoFailureShown();
});

test.each([360, 1280])('retry buttons at %i px have enough contrast and size and are accessible', async (width) => {
  if (width < 1000) await onPhone();
  await openBroken(500);
  for (const title of CARDS) {
    await expect.element(retryIn(title)).toBeVisible();
    expect(retryIn(title).element().getBoundingClientRect().height, title).toBeGreaterThanOrEqual(44);
    const label = retryIn(title).getByText('Volver a intentar', { exact: true }).element();
    expect(contrastOf(label), title).toBeGreaterThanOrEqual(4.5);
  }
  await expectElementAccessible();
});

test('a card retried by keyboard keeps the focus and passes it to its heading', async () => {
  const { logLinesAbout } = listenToConsole();
  const { mend, hold } = await openBroken(500, ['weights', 'followed']);
  const again = retryIn(WEIGHT);
  await expect.element(again).toBeVisible();
  await expect.element(retryIn(FOLLOWED)).toBeVisible();
  await expect.element(card(TOTAL)).toHaveTextContent('7');
  expect(logLinesAbout('niños')).toHaveLength(2);
  again.element().focus();
  const letFail = hold();
  await userEvent.keyboard('{Enter}');
  await expect.element(again).toHaveAttribute('aria-disabled', 'true');
  letFail();
  await expect.element(again).toHaveAttribute('aria-disabled', 'false');
  await expect.element(again).toHaveFocus();
  mend();
  await userEvent.keyboard('{Enter}');
  const chart = page.getByRole('slider', { name: 'Peso promedio de niños/as por cantones' });
  await expect.element(chart).toBeVisible();
  await expect.element(card(WEIGHT).getByRole('heading', { level: 3 })).toHaveFocus();
  await expect.element(retryIn(FOLLOWED)).toBeVisible();
});

test('when the figures of another place fail, those of the previous place are not shown', async () => {
  const calls = await openBroken(500, undefined, false);
  await expect.element(card(TOTAL)).toHaveTextContent('7');
  await expectCount(rows(), 6);
  calls.break();
  const loja = page.getByRole('link', { name: /^LOJA:/ });
  await expect.element(loja).toBeInTheDocument();
  loja.element().focus();
  await userEvent.keyboard('{Enter}');
  for (const title of [TOTAL, FOLLOWED]) await expect.element(retryIn(title)).toBeVisible();
  await retryIn(FOLLOWED).click();
  await expectCount(rows(), 0);
  await expect.element(retryIn(FOLLOWED)).toHaveAttribute('aria-disabled', 'false');
  expect(textsOf(card(TOTAL)).join()).not.toContain('7');
  calls.mend();
  await retryIn(FOLLOWED).click();
  await expectCount(rows(), 3);
});
