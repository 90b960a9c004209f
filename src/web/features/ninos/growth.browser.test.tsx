import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import { fakeBooklet } from '../../../../tests/support/fake-records.ts';
import { screenAt } from '../../../../tests/support/shown.tsx';

const BIRTH = '2025-09-17';
/** A girl who stops gaining weight and length; her z-scores were computed by hand from the WHO tables. */
const CONTROLS = [
  { fecha: '2026-05-19', edad: 8, peso: 7.3, longitud: 66.9, perimetro: 43 },
  { fecha: '2026-07-20', edad: 10, peso: 7.2, longitud: 68, perimetro: 44 },
  { fecha: '2026-09-22', edad: 12, peso: 7.1, longitud: 69, perimetro: 44.8 },
];

const standards = page.getByRole('region', { name: 'Estándares OMS' });
const point = (months: number) => page.getByRole('img', { name: new RegExp(`^${months} meses · `) });
const lines = page.getBySelector('svg [data-sd]');
const tooltip = page.getByRole('tooltip');
const textsOf = (shown: { elements(): Element[] }) => shown.elements().map(({ textContent }) => textContent);
const table = page.getByRole('table', { name: 'Peso para la edad: las mismas cifras' });

async function openChild(section: string, change: object = {}, controls: object[] = CONTROLS) {
  const booklet = fakeBooklet(
    'nino',
    { fechanacimiento: BIRTH, estado: 'Desnutrición', ...change },
    { control: controls },
  );
  await screenAt(`/ninos/${booklet.id}?seccion=${section}`, 'ROLE_BRIGADA', ...booklet.fakes);
}

test.for([
  ['peso-edad', 'Peso para la edad', ['7,10 kg', '−1,96 DE · Normal']],
  ['longitud-edad', 'Longitud o talla para la edad', ['69,00 cm', '−2,01 DE · Talla baja']],
  ['imc-edad', 'IMC por edad', ['14,9 kg/m²', '−1,06 DE · Normal']],
  ['perimetro-edad', 'Perímetro cefálico por edad', ['44,80 cm', '−0,10 DE · Normal']],
] as const)(
  "%s: the WHO lines are behind the child's own, and every point has a tooltip",
  async ([section, , tooltipLines]) => {
    await openChild(section);
    await expect.element(point(8)).toBeVisible();
    await expect
      .poll(() => textsOf(page.getBySelector('svg [data-sd] text')))
      .toEqual(['+3 DE', '+2 DE', '0 DE', '−2 DE', '−3 DE']);
    (point(12).element() as SVGElement).focus();
    await expect.poll(() => textsOf(tooltip.getBySelector('span'))).toEqual(['12 meses · 22/09/2026', ...tooltipLines]);
    await userEvent.tab({ shift: true });
    await expect.element(tooltip).toHaveTextContent('10 meses');
    // A mouse that rests elsewhere, under which the page moves, does not select a point.
    const beside = new PointerEvent('pointermove', { bubbles: true, pointerType: 'mouse', clientX: -1000 });
    point(10).element().closest('figure')?.dispatchEvent(beside);
    await expect.element(tooltip).toHaveTextContent('10 meses');
    await userEvent.keyboard('{Escape}');
    await expect.element(tooltip).not.toBeInTheDocument();
    await expectElementAccessible();
  },
);

test('the table of a curve has z-scores and the change since the previous control', async () => {
  await openChild('peso-edad');
  await expect.element(table).toHaveTextContent('−0,71');
  const cells = table
    .getByRole('row')
    .elements()
    .map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent));
  expect(cells.filter((row) => row.length > 0)).toEqual([
    ['2026-09-22', '12', '7,10', '−0,10', '−1,96−0,59'],
    ['2026-07-20', '10', '7,20', '−0,10', '−1,37−0,66'],
    ['2026-05-19', '8', '7,30', '–', '−0,71'],
  ]);
  expect(textsOf(page.getByRole('list', { name: 'Atención' }).getByRole('listitem'))).toEqual([
    '2026-09-22 El peso no sube desde hace dos controles (de 7,30 kg a 7,10 kg).',
    '2026-07-20 El peso bajó 0,10 kg desde el control anterior.',
  ]);
});

test('a point is placed at the age computed from the dates, and the table shows the recorded age', async () => {
  await openChild('peso-edad', {}, CONTROLS.slice(0, 1));
  await expect.element(point(8)).toHaveAccessibleName(/^8 meses · 19\/05\/2026, 7,30 kg, −0,71 DE/);
  // Relative to the width of the drawing, which may still change.
  const across = () => {
    const mark = point(8).element();
    const { left, width } = mark.closest('svg')?.getBoundingClientRect() ?? new DOMRect();
    return (mark.getBoundingClientRect().x - left) / width;
  };
  const first = across();
  // The recorded age is wrong: the dates give 8 months and 2 days.
  await openChild('peso-edad', {}, [{ ...CONTROLS[0], edad: 9 }]);
  await expect.element(point(8)).toHaveAccessibleName(/^8 meses · 19\/05\/2026, 7,30 kg, −0,71 DE/);
  await expect.poll(across).toBeCloseTo(first, 2);
  await expect.element(table.getByRole('cell', { name: '9', exact: true })).toBeVisible();
});

test("the programme's status and the WHO standards are shown together, with alerts", async () => {
  await openChild('control');
  const cover = page.getByRole('region', { name: 'Portada de la libreta' });
  await expect.element(cover.getByText('Estado según tabla del programa')).toBeVisible();
  await expect.element(cover.getByText('Desnutrición')).toBeVisible();
  await expect.element(standards.getByText('Control del 22/09/2026')).toBeVisible();
  for (const figure of ['Talla/edad−2,01 DE Talla baja', 'Peso/edad−1,96 DE Normal', 'Peso/talla−1,28 DE Normal'])
    await expect.element(standards).toHaveTextContent(figure);
  expect(textsOf(standards.getByRole('listitem'))).toEqual([
    'El peso no sube desde hace dos controles (de 7,30 kg a 7,10 kg).',
    'Crece menos de lo esperado: la talla para la edad bajó de −0,79 a −2,01 DE desde el 19/05/2026.',
    'La talla para la edad pasó por debajo de −2 DE (de −1,44 a −2,01): talla baja.',
  ]);
  await expectElementAccessible();
});

test('without a sex the page asks for it and draws the curve without standards', async () => {
  await openChild('peso-edad', { sexo: '' }, CONTROLS.slice(0, 1));
  await expect.element(page.getByText('Para comparar con los estándares de la OMS, registra el sexo en')).toBeVisible();
  await expect.element(standards).toHaveTextContent('Falta registrar el sexo para comparar.');
  await expect.element(point(8)).toHaveAccessibleName('8 meses · 19/05/2026, 7,30 kg');
  expect(lines.elements()).toHaveLength(0);
  await page.getByRole('tabpanel').getByRole('link', { name: 'Información Personal' }).click();
  await expect
    .element(page.getByRole('tab', { name: 'Información Personal' }))
    .toHaveAttribute('aria-selected', 'true');
});

test('without a birth date the page asks for it and draws the curve from recorded ages', async () => {
  await openChild('peso-edad', { fechanacimiento: '' }, CONTROLS.slice(0, 1));
  await expect.element(page.getByText('registra la fecha de nacimiento en')).toBeVisible();
  await expect.poll(() => lines.elements()).toHaveLength(5);
  await expect.element(point(8)).toHaveAccessibleName('8 meses · 19/05/2026, 7,30 kg');
});

const PRETERM = { fechanacimiento: BIRTH, gestacion: 224 };
const crosses = page.getBySelector('svg [data-corrected]');

test('of a preterm child the card, the curve and the table have both ages', async () => {
  await openChild('longitud-edad', PRETERM);
  const ages = '12 meses y 5 días · corregida 10 meses y 10 días (nació de 32 semanas)';
  await expect.element(standards).toHaveTextContent(ages);
  await expect.element(standards).toHaveTextContent('Talla/edad−1,16 DE Normal');
  await expect.poll(() => crosses.elements().length).toBe(3);
  await expect
    .element(page.getByRole('list', { name: 'Leyenda' }))
    .toHaveTextContent('Edad desde que nacióEdad corregida');
  const lengths = page.getByRole('table', { name: 'Longitud o talla para la edad: las mismas cifras' });
  const [latest] = lengths
    .getByRole('row')
    .elements()
    .map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent))
    .filter((row) => row.length > 0);
  expect(latest?.[1]).toBe('12corr. 10,3');
  expect(latest?.[4]).toContain('−1,16');
  expect(latest?.[4]).toContain('(−2,01)');
  await expectElementAccessible();
});

test('the curve does not join a control before the expected date with a corrected one', async () => {
  const early = { fecha: '2025-10-20', edad: 1, peso: 3, longitud: 46, perimetro: 34 };
  await openChild('longitud-edad', PRETERM, [early, ...CONTROLS]);
  await expect.poll(() => crosses.elements().length).toBe(3);
  const curve = page.getBySelector('svg [data-curve]');
  await expect.poll(() => curve.element().getAttribute('d')?.match(/M/g)?.length).toBe(2);
  await expect.element(page.getByText('no se comparan con las líneas')).toBeVisible();
});

test('the switch hides the crosses and changes no figure', async () => {
  await openChild('longitud-edad', PRETERM);
  await expect.poll(() => crosses.elements().length).toBe(3);
  await page.getByRole('switch', { name: 'Corregir la edad' }).click();
  await expect.poll(() => crosses.elements().length).toBe(0);
  await expect.element(standards).toHaveTextContent('Talla/edad−1,16 DE Normal');
});

test('before the expected date of birth the card says why there is no length for age', async () => {
  const early = { fecha: '2025-11-01', edad: 1, peso: 3, longitud: 48, perimetro: 34 };
  await openChild('longitud-edad', { ...PRETERM, gestacion: 210 }, [early]);
  await expect
    .element(standards)
    .toHaveTextContent('1 mes y 15 días · antes de la fecha esperada de su nacimiento (nació de 30 semanas)');
  await expect.element(standards).toHaveTextContent('aún no se compara por la edad');
  await expect.element(standards).toHaveTextContent('Talla/edadAún no se compara');
  expect(crosses.elements()).toHaveLength(0);
});

test('a child born at 37 weeks has one age', async () => {
  await openChild('longitud-edad', { ...PRETERM, gestacion: 259 });
  await expect.element(standards).toHaveTextContent('Talla/edad−2,01 DE');
  await expect.element(standards).not.toHaveTextContent('corregida');
  await expect.element(page.getByRole('switch', { name: 'Corregir la edad' })).not.toBeInTheDocument();
});
