import { showDay } from './calendar.ts';
import { internationalMobile } from './phone.ts';
import { cleanText } from './text.ts';

/** What a user confirms before the first message to a family. */
export const CONSENT_TO_MESSAGES = 'La familia está de acuerdo en recibir mensajes';

const GREETING = 'Hola, le saluda la brigada.';
const MAX_PLACE_LETTERS = 80;

interface Meeting {
  readonly date: string | null;
  readonly place: string;
}

/** A fixed sentence with a date and a place, and nothing about anybody's health: other people may read the telephone. */
export function familyMessage({ date, place }: Meeting): string {
  const where = [...cleanText(place)].slice(0, MAX_PLACE_LETTERS).join('').trim();
  const meeting = `${date ? ` el ${showDay(date)}` : ''}${where ? ` en ${where}` : ''}`;
  return meeting ? `${GREETING} Nos vemos${meeting}.` : GREETING;
}

/** @returns the address that opens WhatsApp with the message typed but not sent; null if the number is not a mobile one */
export function whatsAppAddress(celular: string, message: string): string | null {
  const number = internationalMobile(celular);
  // Unlike encodeURIComponent this accepts half of a surrogate pair; %20 is a space for every reader of the address.
  const query = new URLSearchParams({ text: message }).toString().replaceAll('+', '%20');
  return number && `https://wa.me/${number}?${query}`;
}
