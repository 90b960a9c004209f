import { expect, test } from 'vitest';
import { addConsent, CONSENTS } from './consents.ts';
import { MY_DAY } from './my-day.ts';
import { isNoteExpired, joinNotes, noteToStore, parseNote, withoutPerson } from './note-kind.ts';

const TODAY = '2026-11-26';
const [ANA, BEA] = ['0190e000-0000-7000-8000-00000000000a', '0190e000-0000-7000-8000-00000000000b'];
const visit = (_id: string, visitado = false) => {
  return { _id, nombres: 'ANA', apellidos: 'CUJÍ', celular: '', lugar: '', visitado };
};

// proves N5
test('a note of a day counts on that day only, and another one always', () => {
  const day = noteToStore(MY_DAY, [visit(ANA)], TODAY);
  expect(parseNote(MY_DAY, day, TODAY)).toEqual([visit(ANA)]);
  for (const other of ['2026-11-25', '2026-11-27']) {
    expect(parseNote(MY_DAY, day, other)).toEqual([]);
    expect(isNoteExpired(day, other)).toBe(true);
  }
  const consents = noteToStore(CONSENTS, [ANA], TODAY);
  expect(parseNote(CONSENTS, consents, '2027-11-26')).toEqual([ANA]);
  expect(isNoteExpired(consents, '2027-11-26')).toBe(false);
});

// proves N7
test('what is no note is empty and counts as expired', () => {
  const strange = [undefined, null, 7, 'x', [], {}, { dia: null }, { items: [ANA] }];
  for (const stored of strange) {
    expect(parseNote(CONSENTS, stored, TODAY)).toEqual([]);
    expect(isNoteExpired(stored, TODAY)).toBe(true);
  }
  for (const items of [null, 'x', { length: 2 }, 7])
    expect(parseNote(CONSENTS, { dia: null, items }, TODAY)).toEqual([]);
  expect(parseNote(MY_DAY, { dia: null, items: [visit(ANA)] }, TODAY)).toEqual([]);
  expect(parseNote(CONSENTS, { dia: null, items: [ANA, 7, 'yo', null, ANA] }, TODAY)).toEqual([ANA]);
});

test('an empty note is not stored, and the oldest items of a long one are left out', () => {
  expect(noteToStore(CONSENTS, [], TODAY)).toBeNull();
  const many = Array.from({ length: 2_500 }, (_, number) => `${ANA.slice(0, -4)}${1_000 + number}`);
  expect(parseNote(CONSENTS, noteToStore(CONSENTS, many, TODAY), TODAY)).toEqual(many.slice(-2_000));
});

test('joined notes have every item once, the added one where both are about a person', () => {
  expect(joinNotes(MY_DAY, [visit(ANA), visit(BEA)], [visit(ANA, true)])).toEqual([visit(ANA, true), visit(BEA)]);
  expect(joinNotes(CONSENTS, [], [BEA])).toEqual([BEA]);
});

test('a consent is noted once', () => {
  const consents = addConsent([], ANA);
  expect(addConsent(consents, ANA)).toBe(consents);
});

// proves N8
test('a person is removed from a note; another note stays as it is', () => {
  expect(withoutPerson(MY_DAY, [visit(ANA), visit(BEA)], ANA)).toEqual([visit(BEA)]);
  const consents = [BEA];
  expect(withoutPerson(CONSENTS, consents, ANA)).toBe(consents);
});
