import { expect, test } from 'vitest';
import { internationalMobile, phoneKey } from './phone.ts';

test.each(['0991234567', '+593991234567', '593 99 123 4567', '00593-99-123-4567', ' 0991 234 567 ', '(099) 123.4567'])(
  '%s has the key of the number',
  (typed) => {
    expect(phoneKey(typed)).toBe('991234567');
    expect(internationalMobile(typed)).toBe('593991234567');
  },
);

test('a landline keeps its area code and is no mobile number', () => {
  expect(phoneKey('032900000')).toBe('32900000');
  expect(phoneKey('+593 3 290 0000')).toBe('32900000');
  expect(internationalMobile('032900000')).toBeNull();
});

test('a number that begins with the country code by chance keeps it', () => {
  expect(phoneKey('59312')).toBe('59312');
});

test('other texts and longer numbers are no telephone', () => {
  for (const text of ['', 'NO TIENE', '0991234567 (TÍA)', '000']) expect(phoneKey(text)).toBe('');
  expect(internationalMobile('09912345678')).toBeNull();
  expect(internationalMobile('MARÍA')).toBeNull();
});
