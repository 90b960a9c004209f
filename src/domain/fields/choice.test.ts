import { describe, expect, it } from 'vitest';
import { REQUIRED, tryField } from '../../../tests/support/try-field.ts';
import type { ChoiceField } from './field.ts';

const choice = (rules: Partial<ChoiceField> = {}) =>
  tryField({
    kind: 'choice',
    label: 'Discapacidad',
    options: [
      { value: 'No', label: 'No' },
      { value: 'Si', label: 'Sí' },
    ],
    ...rules,
  });

describe('choice', () => {
  it.each(['Si', 'si', 'SI', 'sI', 'Sí', ' sí '])('%j is stored as the declared option', (value) => {
    expect(choice()(value)).toEqual({ stored: 'Si' });
  });

  it.each([undefined, null, '', '  '])('a blank value (%j) is the default, empty, or an error if required', (value) => {
    expect(choice({ default: 'No' })(value)).toEqual({ stored: 'No' });
    expect(choice()(value)).toEqual({ stored: '' });
    expect(choice({ required: true })(value)).toEqual(REQUIRED);
  });

  it('another text is refused with the list of options', () => {
    expect(choice()('Quizás')).toEqual({ refused: ['Debe ser una de estas opciones: No, Sí'] });
  });

  it.each([1, true, ['Si'], {}])('%j is not a text', (value) => {
    expect(choice()(value)).toEqual({ refused: ['Debe ser un texto'] });
  });
});
