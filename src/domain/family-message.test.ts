import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { showDay } from './calendar.ts';
import { familyMessage, whatsAppAddress } from './family-message.ts';

describe('the message to a family', () => {
  test('holds the date and the place in a fixed sentence', () => {
    expect(familyMessage({ date: '2026-12-23', place: 'PULUCATE ALTO' })).toBe(
      'Hola, le saluda la brigada. Nos vemos el 23/12/2026 en PULUCATE ALTO.',
    );
    expect(familyMessage({ date: null, place: 'PULUCATE ALTO' })).toBe(
      'Hola, le saluda la brigada. Nos vemos en PULUCATE ALTO.',
    );
    expect(familyMessage({ date: '2026-12-23', place: ' ' })).toBe(
      'Hola, le saluda la brigada. Nos vemos el 23/12/2026.',
    );
    expect(familyMessage({ date: null, place: '' })).toBe('Hola, le saluda la brigada.');
  });

  test('holds nothing else, whatever else is known about the child', () => {
    const child = { nombres: 'SISA', estado: 'Desnutrición', motivo: 'Anemia', cedula: '0650128831' };
    const days = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(days, fc.string({ minLength: 1, unit: fc.constantFrom(...'ABÑÁ 12-') }), (at, place) => {
        const date = at.toISOString().slice(0, 10);
        const words = familyMessage({ ...child, date, place })
          .replace(showDay(date), '')
          .replace(place.trim(), '');
        expect(words).toBe(`Hola, le saluda la brigada. Nos vemos el ${place.trim() ? ' en ' : ''}.`);
      }),
    );
  });

  test('has one line and a short place, whatever was typed as the address', () => {
    const place = `Loma\n${'muy larga '.repeat(50)}😀`;
    const message = familyMessage({ date: null, place });
    expect(message).not.toContain('\n');
    expect(message.length).toBeLessThan(140);
  });
});

describe('the address that opens WhatsApp', () => {
  test('has the number in international form and the text', () => {
    const address = new URL(whatsAppAddress('0991 234 567', 'Nos vemos: Ñuñoa & más +') ?? '');
    expect([address.origin, address.pathname]).toEqual(['https://wa.me', '/593991234567']);
    expect([...address.searchParams]).toEqual([['text', 'Nos vemos: Ñuñoa & más +']]);
    expect(whatsAppAddress('0991234567 (TÍA)', '')).toContain('/593991234567?');
    expect(address.search).not.toMatch(/[+\s]/);
  });

  test('exists for mobile numbers only', () => {
    for (const number of ['032900000', '', 'NO TIENE', '0991234567 EXT 2'])
      expect(whatsAppAddress(number, '')).toBeNull();
  });

  test('is made of any text', () => {
    expect(() => whatsAppAddress('0991234567', '\ud83d')).not.toThrow();
  });
});
