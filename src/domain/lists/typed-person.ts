import { cedulaCheckDigitOk } from '../accounts.ts';
import { internationalMobile, isPhoneText, phoneKey } from '../phone.ts';
import { cleanText, upperCase } from '../text.ts';

/** The fields of a new person that a search without results already named. */
export type TypedPerson = Partial<Record<'cedula' | 'celular' | 'nombres' | 'apellidos', string>>;

/** A mobile number of ten digits may also be an identity card, whose check digit decides. */
const isMobile = (text: string) =>
  internationalMobile(text) !== null && !(/^[0-9]{10}$/.test(text) && cedulaCheckDigitOk(text));

/** Of four words two are surnames, of two or three the last ones but the first name. */
function splitName(words: readonly string[]): TypedPerson {
  const givenNames = words.length > 3 ? words.length - 2 : 1;
  return {
    nombres: upperCase(words.slice(0, givenNames).join(' ')),
    apellidos: upperCase(words.slice(givenNames).join(' ')),
  };
}

/** @param q a search by name, document or telephone; '' gives no fields */
export function typedPerson(q: string): TypedPerson {
  const text = cleanText(q);
  if (text === '') return {};
  if (isPhoneText(text)) return isMobile(text) ? { celular: `0${phoneKey(text)}` } : { cedula: text };
  if (/[0-9]/.test(text)) return { cedula: upperCase(text) };
  return splitName(text.split(/\s+/));
}
