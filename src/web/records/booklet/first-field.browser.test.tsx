import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { addDays, addMonths, today } from '#domain/calendar.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { RECORD_LIST, RECORDS, type RecordKey } from '#domain/records/index.ts';
import { VISIT_TITLE } from '#web/records/booklet/booklet-links.ts';
import { fakeBooklet } from '../../../../tests/support/fake-records.ts';
import { onPhone, screenAt } from '../../../../tests/support/shown.tsx';

/** Pixels from the top of the page, at 360×740. */
const FIRST_FIELD_PX = 260;
const COVER_PX = 96;

const PANELS = { mujer: '/mujer/', nino: '/ninos/' } as const;
const KINDS = ['mujer', 'nino'] as const;

/** A booklet with the longest cover that is usual: a name of two lines, a status, and a record of each type. */
function booklet(kind: 'mujer' | 'nino') {
  const own = RECORD_LIST.filter(({ parent }) => parent?.record === kind);
  const change = {
    nombres: 'NAYELI SAMANTHA DE LOS ÁNGELES',
    apellidos: 'PILATAXI GUALLI',
    ...(kind === 'nino' && { fechanacimiento: addMonths(today(), -7), estado: 'Desnutrición' }),
  };
  const bodies = own.map((record) => [
    record.key,
    [{ ...record.example, ...(record.key === RECORDS.control.key && { fecha: addDays(today(), -34), edad: 6 }) }],
  ]);
  return fakeBooklet(kind, change, Object.fromEntries(bodies) as Partial<Record<RecordKey, object[]>>);
}

const sectionsOf = (kind: 'mujer' | 'nino'): [string, RecordDefinition][] => [
  ['personal', RECORDS[kind]],
  ...RECORD_LIST.filter(({ parent }) => parent?.record === kind).map((record): [string, RecordDefinition] => [
    record.key,
    record,
  ]),
];

const boxOf = (element: Element | null | undefined) => element?.getBoundingClientRect() ?? new DOMRect();
const topOnPage = (element: Element) => boxOf(element).top + window.scrollY;

/** Where the topmost input of the page's form begins. */
async function firstFieldTop(): Promise<number> {
  await document.fonts.ready;
  const tops = () =>
    [...document.querySelectorAll('main form :is(input:not([type="hidden"]), textarea)')]
      .filter((input) => input.getClientRects().length > 0)
      .map(topOnPage);
  await expect.poll(() => tops().length).toBeGreaterThan(0);
  return Math.min(...tops());
}

const cover = () => document.querySelector('h1')?.parentElement;
const strip = () => document.querySelector('[role="tablist"]');
const barOf = (button: string) => page.getByRole('button', { name: button, exact: true }).element().parentElement;

async function expectAtBottom(bar: Element | null) {
  await expect.poll(() => Math.round(boxOf(bar).bottom)).toBe(740);
  expect(getComputedStyle(bar ?? document.body).position).toBe('fixed');
}

for (const kind of KINDS) {
  for (const [section, definition] of sectionsOf(kind))
    test(`on a phone the first field of ${kind}, ${section} begins within ${FIRST_FIELD_PX} px, and saving stands at the bottom`, async () => {
      await onPhone();
      const { id, fakes } = booklet(kind);
      await screenAt(`${PANELS[kind]}${id}?seccion=${section}`, 'ROLE_BRIGADA', ...fakes);
      const personal = section === 'personal';
      if (!personal) await expect.element(page.getByRole('form', { name: definition.titles.form })).toBeInTheDocument();
      expect(await firstFieldTop()).toBeLessThanOrEqual(FIRST_FIELD_PX);
      expect(boxOf(cover()).height).toBeLessThanOrEqual(COVER_PX);
      expect(page.getByRole('heading', { level: 1 }).elements()).toHaveLength(1);
      await expectAtBottom(barOf(personal ? 'Editar' : 'Guardar'));
      for (const sentence of [definition.intro, ...(definition.info ?? [])])
        if (sentence) await expect.element(page.getByText(sentence)).toBeVisible();

      // Cover and strip stay while the page scrolls.
      window.scrollTo(0, document.documentElement.scrollHeight);
      await expect.poll(() => boxOf(cover()).top).toBe(0);
      await expect.poll(() => Math.round(boxOf(strip()?.parentElement).top - boxOf(cover()).bottom)).toBe(0);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
    });

  test(`on a phone the first field of a visit to ${kind} begins within ${FIRST_FIELD_PX} px`, async () => {
    await onPhone();
    const { id, fakes } = booklet(kind);
    await screenAt(`${PANELS[kind]}${id}/visita`, 'ROLE_BRIGADA', ...fakes);
    expect(await firstFieldTop()).toBeLessThanOrEqual(FIRST_FIELD_PX);
    expect(boxOf(cover()).height).toBeLessThanOrEqual(COVER_PX);
    await expectAtBottom(barOf('Guardar visita'));
  });
}

test('on a phone a section without a form offers the visit at the bottom; the cover opens without leaving the page', async () => {
  await onPhone();
  const { id, fakes } = booklet('nino');
  await screenAt(`/ninos/${id}?seccion=peso-edad`, 'ROLE_BRIGADA', ...fakes);
  const visit = page.getByRole('link', { name: VISIT_TITLE, exact: true }).last();
  await expect.element(visit).toBeVisible();
  await expectAtBottom(visit.element().parentElement);
  const name = page.getByRole('button', { name: /PILATAXI GUALLI/ });
  await name.click();
  await expect.element(name).toHaveAttribute('aria-expanded', 'true');
  await expect.element(page.getByText('Responsable del registro: Rosa Yuquilema')).toBeVisible();
  expect(page.getByRole('heading', { level: 1 }).elements()).toHaveLength(1);
});
