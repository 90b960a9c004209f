import { expect, test } from 'vitest';
import { typedPerson } from './typed-person.ts';

test('words are the names and surnames of a new person', () => {
  expect(typedPerson('sisa valentina gualán tenesaca')).toEqual({
    nombres: 'SISA VALENTINA',
    apellidos: 'GUALÁN TENESACA',
  });
  expect(typedPerson(' sisa  gualán ')).toEqual({ nombres: 'SISA', apellidos: 'GUALÁN' });
  expect(typedPerson('sisa gualán tenesaca')).toEqual({ nombres: 'SISA', apellidos: 'GUALÁN TENESACA' });
  expect(typedPerson('sisa')).toEqual({ nombres: 'SISA', apellidos: '' });
});

test('a number with a valid check digit is an identity card, also one that begins as a mobile number', () => {
  expect(typedPerson('1710034065')).toEqual({ cedula: '1710034065' });
  expect(typedPerson('0926687856')).toEqual({ cedula: '0926687856' });
});

test('a mobile number is the telephone of a new person, in its national form', () => {
  expect(typedPerson('0991234567')).toEqual({ celular: '0991234567' });
  expect(typedPerson('+593 99 123 4567')).toEqual({ celular: '0991234567' });
});

test('a document with letters is a document', () => {
  expect(typedPerson('p-8812')).toEqual({ cedula: 'P-8812' });
  expect(typedPerson('')).toEqual({});
});
