import { z } from 'zod';
import { boundedText } from '../bounded.ts';
import { NOT_NUMBER, REQUIRED } from '../schema-messages.ts';
import type { Bounds, NumberField } from './field.ts';

export const NUMERIC = /^[+-]?\d+(\.\d+)?$/;

/** A format is expensive to make; fields have few different numbers of decimals. */
const formats = new Map<number, Intl.NumberFormat>();

function formatOf(decimals: number): Intl.NumberFormat {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  // Thousands are grouped from five digits: 2950 g, as scales show it.
  const format = formats.get(decimals) ?? new Intl.NumberFormat('es-EC', { ...digits, useGrouping: 'min2' });
  formats.set(decimals, format);
  return format;
}

/** `8,55`: Ecuador's decimal comma. */
export const showNumber = (value: number, decimals: number): string => formatOf(decimals).format(value);

const plain = (value: number) => value.toLocaleString('es-EC', { useGrouping: false });

/** The accepted range as forms show it: "De 2 a 24", with the unit "De 2 a 24 kg". */
export const rangeText = ({ min, max }: Bounds, unit?: string): string =>
  `De ${plain(min)} a ${plain(max)}${unit ? ` ${unit}` : ''}`;

export function boundsMessage(field: NumberField, { min, max }: Bounds = field): string {
  return `Debe estar entre ${plain(min)} y ${plain(max)}${field.unit ? ` ${field.unit}` : ''}`;
}

export const isWithin = ({ min, max }: Bounds, value: number) => value >= min && value <= max;

function decimalsMessage(field: NumberField): string {
  if (field.decimals === 0) return 'Debe ser un número entero';
  return `Debe tener como máximo ${field.decimals} ${field.decimals === 1 ? 'decimal' : 'decimales'}`;
}

export const hasAtMost = (value: number, decimals: number): boolean => Number(value.toFixed(decimals)) === value;

/** Accepts numeric text; the result is a number, or null for an absent optional value. */
export function numberSchema(field: NumberField) {
  return z
    .union([z.number(), boundedText({ notText: NOT_NUMBER, tooLong: NOT_NUMBER })], { error: NOT_NUMBER })
    .nullish()
    .transform((value, context) => {
      const text = typeof value === 'string' ? value.trim() : value;
      const refuse = (message: string) => {
        context.addIssue({ code: 'custom', message, input: value });
        return z.NEVER;
      };
      if (text === undefined || text === null || text === '') return field.required ? refuse(REQUIRED) : null;
      if (typeof text === 'string' && !NUMERIC.test(text)) return refuse(NOT_NUMBER);
      const number = Number(text);
      if (!isWithin(field, number)) return refuse(boundsMessage(field));
      if (!hasAtMost(number, field.decimals)) return refuse(decimalsMessage(field));
      return number + 0;
    })
    .meta({
      description: [field.label, field.unit].filter(Boolean).join(', '),
      minimum: field.min,
      maximum: field.max,
    });
}
