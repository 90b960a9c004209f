import { expect, it } from 'vitest';
import { codeAddress, codeInAddress } from './booklet-code.ts';

const HERE = 'https://libreta.salud.gob.ec';
const CODE = 'q1W_e2R-t3Y4u5I6o7P8a9';

it('the printed address is read as its code', () => {
  expect(codeAddress(HERE, CODE)).toBe(`${HERE}/q/${CODE}`);
  expect(codeInAddress(codeAddress(HERE, CODE), HERE)).toBe(CODE);
});

it.each([
  ['another installation', `https://otra.ec/q/${CODE}`],
  ['an installation whose name begins like this one', `${HERE}.otra.ec/q/${CODE}`],
  ['an account in the address', `${HERE}@otra.ec/q/${CODE}`],
  ['the same place without TLS', `http://libreta.salud.gob.ec/q/${CODE}`],
  ['another screen', `${HERE}/ninos/${CODE}`],
  ['a step out of the path', `${HERE}/q/../ninos/${CODE}`],
  ['a code that is too long', `${HERE}/q/${CODE}a`],
  ['a code that is too short', `${HERE}/q/${CODE.slice(1)}`],
  ['something after the code', `${HERE}/q/${CODE}?a=1`],
  ['a code with another sign', `${HERE}/q/${CODE.slice(1)}ñ`],
  ['a script', `javascript:alert('${HERE}/q/${CODE}')`],
  ['a line break after it', `${HERE}/q/${CODE}\n`],
  ['nothing', ''],
])('%s is no code', (_what, text) => {
  expect(codeInAddress(text, HERE)).toBeNull();
});
