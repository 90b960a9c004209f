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
  it.each(['Si', 'si', 'SI', 'sI', 'Sí', ' sí '])('%j is the option as declared', (value) => {
    expect(choice()(value)).toEqual({ stored: 'Si' });
  });

  it.each([undefined, null, '', '  '])('blank (%j) is the default, or empty, or a problem', (value) => {
    expect(choice({ default: 'No' })(value)).toEqual({ stored: 'No' });
    expect(choice()(value)).toEqual({ stored: '' });
    expect(choice({ required: true })(value)).toEqual(REQUIRED);
  });

  it('names the options when it is another text', () => {
    expect(choice()('Quizás')).toEqual({ refused: ['Debe ser una de estas opciones: No, Sí'] });
  });

  it.each([1, true, ['Si'], {}])('%j is no text', (value) => {
    expect(choice()(value)).toEqual({ refused: ['Debe ser un texto'] });
  });
});
