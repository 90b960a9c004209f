import { expect, test } from 'vitest';
import { internationalMobile, isPhoneText, phoneKey } from './phone.ts';

test.each([
  '0991234567',
  '+593991234567',
  '593 99 123 4567',
  '593 0991234567',
  '00593-99-123-4567',
  ' 0991 234 567 ',
  '(099) 123.4567',
  '0991234567 (TÍA)',
])('%s has the key of the number', (typed) => {
  expect(phoneKey(typed)).toBe('991234567');
  expect(internationalMobile(typed)).toBe('593991234567');
});

test('a landline keeps its area code and is no mobile number', () => {
  expect(phoneKey('032900000')).toBe('32900000');
  expect(phoneKey('+593 3 290 0000')).toBe('32900000');
  expect(internationalMobile('032900000')).toBeNull();
});

test('the beginning of a number has the beginning of its key', () => {
  expect(phoneKey('0991')).toBe('991');
  expect(phoneKey('+59399')).toBe('99');
  expect(phoneKey('59312')).toBe('59312');
});

test('texts without a number and longer numbers are not dialled', () => {
  for (const text of ['', 'NO TIENE', '000']) expect(phoneKey(text)).toBe('');
  expect(internationalMobile('09912345678')).toBeNull();
  expect(internationalMobile('MARÍA')).toBeNull();
});

test('a text with letters is not a telephone', () => {
  expect(isPhoneText('+593 (99) 123-4567')).toBe(true);
  for (const text of ['', '+', 'HX-2214', '0991 TÍA']) expect(isPhoneText(text)).toBe(false);
});
