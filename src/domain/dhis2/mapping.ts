import { z } from 'zod';
import { cleanedText } from '../bounded.ts';
import { foldText } from '../text.ts';

/** What has a code in DHIS2: the figures and the places. */
export const MAPPED_KINDS = { elemento: 'Dato', canton: 'Cantón', establecimiento: 'Establecimiento' } as const;
export type MappedKind = keyof typeof MAPPED_KINDS;
export const MAPPED_KIND_KEYS = Object.keys(MAPPED_KINDS) as MappedKind[];

/** By what places the figures are counted. */
export const UNIT_LEVELS = ['canton', 'establecimiento'] as const;
export type UnitLevel = (typeof UNIT_LEVELS)[number];

/** The longest code that DHIS2 stores. */
const MAX_CODE = 50;
/** It begins with a letter or digit, so that no cell of a CSV with it is a formula. */
const CODE = /^[\p{L}\p{N}][\p{L}\p{N} ._:/()-]*$/u;
const WRONG_CODE =
  'El código debe empezar con una letra o un número y tener solo letras, números, espacios y los signos . _ - : / ( )';

const notText = 'El código debe ser un texto';
/** A code of DHIS2; '' for none. */
export const codeSchema = cleanedText({
  max: MAX_CODE,
  notText,
  tooLong: `El código no debe tener más de ${MAX_CODE} caracteres`,
}).refine((code) => code === '' || CODE.test(code), WRONG_CODE);

export const NO_CODE = 'Escribe el código';

/** A name with its province: cantons of two provinces share some names. */
export const fullName = ({ nombre, provincia }: { readonly nombre: string; readonly provincia: string }): string =>
  provincia === '' ? nombre : `${nombre} (${provincia})`;

export const takenText = (codigo: string, owner: string): string => `${codigo} ya es el código de «${owner}»`;

/** The place of people who have none. */
export const NO_UNIT = '';

/** Establishments are known by their names, whatever the case and the accents. */
export const establishmentKey = (name: string): string => foldText(name);

export const mappedKindSchema = z.enum(MAPPED_KIND_KEYS, {
  error: 'El tipo debe ser elemento, canton o establecimiento',
});
