import { expect, it } from 'vitest';
import { RECORDS } from '#domain/records/index.ts';
import { checkForm } from './record-problems.ts';

it('a value of a field that is not shown any more does not keep the form from being saved', () => {
  const definition = RECORDS.rn;
  const filled = { ...definition.example, defectoscongenitos: true, valordefectoscongenitos: 'x'.repeat(201) };
  expect(checkForm(definition, filled).problems).toMatchObject([{ path: 'valordefectoscongenitos' }]);
  const { values, problems } = checkForm(definition, { ...filled, defectoscongenitos: false });
  expect(problems).toBeNull();
  expect(values).toMatchObject({ defectoscongenitos: false, valordefectoscongenitos: '' });
});
