import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { catalogCalls } from '#domain/calls/catalogs.ts';
import { CATALOGS } from '#domain/catalogs.ts';
import { AppError } from '#domain/errors.ts';
import type { Field, Value } from '#domain/fields/index.ts';
import { focusField } from '#web/ui/form/focus-field.ts';
import { answering, type Fake, refusing } from '../../../../tests/support/answering.ts';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import { servedOptions } from '../../../../tests/support/served-options.ts';
import { showElement } from '../../../../tests/support/shown.tsx';
import { FieldInput } from './field-input.tsx';
import type { FieldInputProps } from './field-props.ts';

/** One field of each kind, and how a user fills it in. */
interface Kind {
  field: Field;
  role: 'textbox' | 'combobox' | 'radiogroup' | 'checkbox';
  /** The text that a user enters or chooses, and the resulting value. */
  enters: string;
  gives: Value;
  /** The text shown for a given value. */
  holds?: string;
  /** The description of the field without errors. */
  described?: string;
  /** The province of a canton. */
  within?: string;
}

const number = { kind: 'number', label: 'Peso', min: 2, max: 24, decimals: 2 } as const;
const KINDS: Record<string, Kind> = {
  text: { field: { kind: 'text', label: 'Lote' }, role: 'textbox', enters: 'R-2201', gives: 'R-2201' },
  'text in capitals': {
    field: { kind: 'text', label: 'Vacunador', upperCase: true, hint: 'Quien aplicó la dosis' },
    role: 'textbox',
    enters: 'rosa núñez',
    gives: 'ROSA NÚÑEZ',
    described: 'Quien aplicó la dosis',
  },
  'text of several lines': {
    field: { kind: 'text', label: 'Observación', multiline: true },
    role: 'textbox',
    enters: 'Una línea\ny otra',
    gives: 'Una línea\ny otra',
  },
  document: {
    field: { kind: 'text', label: 'Cédula', document: true },
    role: 'textbox',
    enters: '0602948179',
    gives: '0602948179',
  },
  telephone: {
    field: { kind: 'text', label: 'Celular', phone: true },
    role: 'textbox',
    enters: '0991112222',
    gives: '0991112222',
  },
  'text of a list': {
    field: { kind: 'text', label: 'Discapacidad', catalog: 'discapacidad' },
    role: 'combobox',
    enters: 'Auditiva',
    gives: 'Auditiva',
  },
  number: {
    field: { ...number, unit: 'kg' },
    role: 'textbox',
    enters: '8,55',
    gives: 8.55,
    holds: '8,55',
    described: 'De 2 a 24',
  },
  'whole number': {
    field: { kind: 'number', label: 'Apgar 1', min: 0, max: 10, decimals: 0 },
    role: 'textbox',
    enters: '9',
    gives: 9,
    described: 'De 0 a 10',
  },
  'number of a list': {
    field: { kind: 'number', label: 'Dosis', min: 1, max: 10, decimals: 0, catalog: 'vacunadosisnino' },
    role: 'combobox',
    enters: '2',
    gives: 2,
  },
  date: {
    field: { kind: 'date', label: 'Fecha' },
    role: 'textbox',
    enters: '20/11/2026',
    gives: '2026-11-20',
    holds: '20/11/2026',
  },
  'choice of few': {
    field: {
      kind: 'choice',
      label: 'Sexo',
      options: [
        { value: 'F', label: 'FEMENINO' },
        { value: 'M', label: 'MASCULINO' },
      ],
    },
    role: 'radiogroup',
    enters: 'MASCULINO',
    gives: 'M',
  },
  'choice of many': {
    field: {
      kind: 'choice',
      label: 'Resultado',
      options: ['Uno', 'Dos', 'Tres', 'Cuatro'].map((label) => ({ value: label.toLowerCase(), label })),
    },
    role: 'combobox',
    enters: 'Tres',
    gives: 'tres',
    holds: 'Tres',
  },
  flag: {
    field: { kind: 'flag', label: 'Vitamina A', default: false },
    role: 'checkbox',
    enters: 'Vitamina A',
    gives: true,
  },
  'question answered by Sí or No': {
    field: { kind: 'flag', label: 'Tratamiento', default: false, yesNo: true },
    role: 'radiogroup',
    enters: 'Sí',
    gives: true,
  },
  province: {
    field: { kind: 'province', label: 'Provincia' },
    role: 'combobox',
    enters: 'CAÑAR',
    gives: 'CAÑAR',
  },
  canton: {
    field: { kind: 'canton', label: 'Cantón', within: 'provincia' },
    role: 'combobox',
    enters: 'SUSCAL',
    gives: 'SUSCAL',
    within: 'CAÑAR',
  },
};

const NAME = 'campo';
const ERROR = 'Esto no puede ser';
const WARNING = 'Parece demasiado. Revisa la medida.';

type Given = Partial<FieldInputProps> & { kind: Kind };

/** An input in a form: the value that it emits is passed back to it. */
function Held({ kind, onGiven, ...rest }: Given & { onGiven: (value: Value) => void }) {
  const [value, setValue] = useState<Value>(rest.value ?? (kind.field.kind === 'flag' ? false : null));
  const change = (_name: string, next: Value) => {
    setValue(next);
    onGiven(next);
  };
  return <FieldInput {...rest} name={NAME} field={kind.field} within={kind.within} value={value} onChange={change} />;
}

async function showField(given: Given, ...fakes: Fake[]) {
  const values: Value[] = [];
  await showElement(<Held {...given} onGiven={(value) => values.push(value)} />, ...fakes, ...servedOptions());
  return values;
}

const inputOf = ({ role, field }: Kind) => page.getByRole(role, { name: new RegExp(`^${field.label}`) });

async function enter(kind: Kind): Promise<void> {
  const input = inputOf(kind);
  if (kind.role === 'checkbox') return input.click();
  if (kind.role === 'radiogroup') return input.getByText(kind.enters, { exact: true }).click();
  await input.fill(kind.enters);
  if (kind.role === 'combobox') await page.getByRole('option', { name: kind.enters, exact: true }).click();
  else await userEvent.tab();
}

async function expectHeld(kind: Kind, text: string): Promise<void> {
  const input = inputOf(kind);
  if (kind.role === 'checkbox') await expect.element(input).toBeChecked();
  else if (kind.role === 'combobox' || kind.role === 'textbox') await expect.element(input).toHaveValue(text);
  else await expect.element(input.getByRole('radio', { name: text, exact: true })).toBeChecked();
}

describe.each(Object.entries(KINDS))('%s', (_name, kind) => {
  test('the input is named by its label and described by its hint', async () => {
    await showField({ kind });
    await expect.element(inputOf(kind)).toBeVisible();
    if (kind.described) await expect.element(inputOf(kind)).toHaveAccessibleDescription(kind.described);
    await expectElementAccessible();
  });

  test('the input emits the value that was typed or chosen, and shows a given value', async () => {
    const values = await showField({ kind });
    await enter(kind);
    expect(values.at(-1)).toEqual(kind.gives);
    const text = kind.holds ?? (typeof kind.gives === 'boolean' ? kind.enters : String(kind.gives));
    await expectHeld(kind, kind.role === 'radiogroup' ? kind.enters : text);
    await showField({ kind, value: kind.gives });
    await expectHeld(kind, kind.role === 'radiogroup' ? kind.enters : text);
  });

  // A checkbox tile can have no error.
  if (kind.role !== 'checkbox')
    test('an error or a warning replaces the hint as the description', async () => {
      await showField({ kind, error: ERROR });
      await expect.element(inputOf(kind)).toHaveAccessibleDescription(ERROR);
      await expect.element(inputOf(kind)).toHaveAttribute('aria-invalid', 'true');
      await expectElementAccessible();
      await showField({ kind, warning: WARNING });
      await expect.element(inputOf(kind)).toHaveAccessibleDescription(WARNING);
      await expect.element(inputOf(kind)).not.toHaveAttribute('aria-invalid', 'true');
      await expectElementAccessible();
    });

  if (kind.role !== 'checkbox')
    test('a required field is marked, and a disabled one cannot be changed', async () => {
      await showField({ kind: { ...kind, field: { ...kind.field, required: true } } });
      await expect.element(page.getByText(kind.field.label, { exact: false }).first()).toHaveTextContent(/\*$/);
      await showField({ kind, disabled: true });
      const inputs = page.getByRole('main').getBySelector('input:not([type=hidden]), textarea').elements();
      expect(inputs.length).toBeGreaterThan(0);
      expect(inputs.filter((input) => !input.matches(':disabled'))).toEqual([]);
    });
});

test('a list that is focused after a save stays closed, and opens by arrow and click', async () => {
  const kind = KINDS['choice of many'] as Kind;
  await showField({ kind });
  const list = inputOf(kind);
  const options = page.getByRole('option');
  focusField(NAME);
  await expect.element(list).toHaveFocus();
  await expect.element(list).toHaveAttribute('aria-expanded', 'false');
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(options.first()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => options.elements()).toEqual([]);
  await list.click();
  await expect.element(options.first()).toBeVisible();
});

test('a radio button is as large as its label, so that whatever points at it can press it', async () => {
  await showField({ kind: { ...KINDS['question answered by Sí or No'] } as Kind });
  const { width, height } = page.getByRole('radio', { name: 'Sí' }).element().getBoundingClientRect();
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
});

test('a measurement shows its unit, its narrowest bounds and the previous value', async () => {
  const kind = KINDS.number as Kind;
  await showField({ kind, min: 6, max: 9.5, previous: '8,10' });
  await expect.element(inputOf(kind)).toHaveAccessibleDescription('De 6 a 9,5 · antes 8,10');
  await expect.element(page.getByText('kg', { exact: true })).toBeVisible();
});

test('a number field keeps the text as typed: out of bounds, with a point, or not a number', async () => {
  const kind = KINDS.number as Kind;
  const values = await showField({ kind });
  for (const [typed, given] of [
    ['99', 99],
    ['7.1', 7.1],
    ['12,', 12],
    ['abc', 'abc'],
  ] as const) {
    await inputOf(kind).fill(typed);
    expect(values.at(-1)).toBe(given);
    await expect.element(inputOf(kind)).toHaveValue(typed);
  }
});

test('a date is parsed in several notations, and other text stays as typed', async () => {
  const kind = KINDS.date as Kind;
  const values = await showField({ kind });
  for (const typed of ['20-11-26', '20112026', '2026-11-20']) {
    await inputOf(kind).fill(typed);
    expect(values.at(-1)).toBe('2026-11-20');
  }
  await userEvent.tab();
  await expect.element(inputOf(kind)).toHaveValue('20/11/2026');
  await inputOf(kind).fill('31/02/2026');
  expect(values.at(-1)).toBe('31/02/2026');
  await expect.element(inputOf(kind)).toHaveValue('31/02/2026');
});

test('a day can be picked from a calendar in Spanish, which then closes', async () => {
  const kind = KINDS.date as Kind;
  const values = await showField({ kind, value: '2026-11-20' });
  await page.getByRole('button', { name: 'Abrir el calendario' }).click();
  const calendar = page.getByRole('dialog', { name: 'Calendario' });
  await expect.element(calendar.getByRole('button', { name: 'noviembre 2026', exact: true })).toBeVisible();
  await expectElementAccessible();
  await calendar.getByRole('button', { name: '18 noviembre 2026' }).click();
  expect(values).toEqual(['2026-11-18']);
  await expect.element(calendar).not.toBeInTheDocument();
  await expect.element(inputOf(kind)).toHaveValue('18/11/2026');
});

test('a document field opens the numeric keyboard, and the letter keyboard on request', async () => {
  const kind = KINDS.document as Kind;
  await showField({ kind });
  await expect.element(inputOf(kind)).toHaveAttribute('inputmode', 'numeric');
  const letters = page.getByRole('button', { name: 'Usar el teclado de letras', includeHidden: true });
  // The button is hidden with a mouse.
  await expect.element(letters).not.toBeVisible();
  (letters.element() as HTMLElement).click();
  await expect.element(inputOf(kind)).toHaveAttribute('inputmode', 'text');
  await expect.element(inputOf(kind)).toHaveFocus();
});

test('a stored value is shown although its list no longer contains it, and a canton requires a province first', async () => {
  const listed = KINDS['text of a list'] as Kind;
  await showField({ kind: listed, value: 'De antes' });
  await expect.element(inputOf(listed)).toHaveValue('De antes');
  await inputOf(listed).fill('auditíva');
  await expect.element(page.getByRole('option')).toHaveTextContent('Auditiva');
  const canton = { ...(KINDS.canton as Kind), within: '' };
  await showField({ kind: canton });
  await expect.element(inputOf(canton)).toHaveAttribute('placeholder', 'Elige antes la provincia');
});

test('options are in the page only while their list is open, which the input references, and the chosen option is in view', async () => {
  const kind = KINDS.canton as Kind;
  await showField({ kind, value: kind.enters });
  expect(document.querySelectorAll('[role=option]')).toHaveLength(0);
  for (const _ of ['the first time', 'again']) {
    await inputOf(kind).click();
    const list = page.getByRole('listbox').element();
    await expect.element(inputOf(kind)).toHaveAttribute('aria-controls', list.id);
    await expect.element(inputOf(kind)).toHaveAttribute('aria-expanded', 'true');
    await expect.element(page.getByRole('option', { name: kind.enters, exact: true })).toBeInViewport();
    await userEvent.keyboard('{Escape}');
    await expect.element(inputOf(kind)).toHaveAttribute('aria-expanded', 'false');
    await expect.poll(() => document.querySelectorAll('[role=option]').length).toBe(0);
  }
});

test('Enter chooses the match without submitting the form, choosing it again keeps it, and erasing the text clears it', async () => {
  const kind = KINDS.canton as Kind;
  const values = await showField({ kind });
  const input = inputOf(kind);
  const held: boolean[] = [];
  const press = (event: KeyboardEvent) => void (event.key === 'Enter' && held.push(event.defaultPrevented));
  document.addEventListener('keydown', press);
  for (const _ of ['chosen', 'chosen once more']) {
    await input.click();
    await input.fill(kind.enters.toLowerCase());
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => values.at(-1)).toBe(kind.enters);
  }
  await userEvent.tab();
  await expect.element(input).toHaveValue(kind.enters);
  await input.fill('');
  await userEvent.tab();
  await expect.poll(() => values.at(-1)).toBe('');
  expect(held).toEqual([true, true]);
  document.removeEventListener('keydown', press);
});

test('Enter in an open list without a highlighted option does not submit the form; in a closed list it does', async () => {
  const kind = KINDS.canton as Kind;
  let submitted = 0;
  await showElement(
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submitted += 1;
      }}
    >
      <Held kind={kind} onGiven={() => undefined} />
    </form>,
  );
  const input = inputOf(kind);
  const options = page.getByRole('option');
  await input.click();
  await expect.element(options.first()).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await input.fill('no existe');
  await expect.element(page.getByText('No hay un cantón con ese nombre')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  expect(submitted).toBe(0);
  await input.fill('suscal');
  await expect.element(options).toHaveTextContent(kind.enters);
  await userEvent.keyboard('{Enter}');
  await expect.element(input).toHaveValue(kind.enters);
  await expect.poll(() => options.elements()).toEqual([]);
  expect(submitted).toBe(0);
  await userEvent.keyboard('{Enter}');
  expect(submitted).toBe(1);
});

test('an empty list shows a message, and a list that failed to load can be retried', async () => {
  const kind = KINDS['text of a list'] as Kind;
  const { list } = catalogCalls(CATALOGS.discapacidad);
  await showField(
    { kind },
    answering(list, () => ({ rows: [], total: 0 })),
  );
  await inputOf(kind).click();
  await expect.element(page.getByText('La lista todavía no tiene opciones')).toBeVisible();

  const refused = refusing(list, new AppError('forbidden'));
  await showField({ kind }, refused);
  await inputOf(kind).click();
  const retry = page.getByRole('option', { name: 'Volver a intentar' });
  await expect.element(retry).toBeVisible();
  const before = refused.requests.length;
  await retry.click();
  await expect.poll(() => refused.requests.length).toBe(before + 1);
});
