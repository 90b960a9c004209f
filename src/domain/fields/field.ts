import type { CatalogKey } from '../catalogs.ts';
import type { HelpKey } from '../help/explanations.ts';

/** When a field is shown and kept: `{ field: 'discapacidad', equals: 'Si' }`. A hidden field is emptied before saving. */
interface Condition {
  readonly field: string;
  readonly equals: string | boolean;
}

interface CommonField {
  readonly label: string;
  readonly required?: boolean;
  /** The key of a section of the form. */
  readonly section?: string;
  /** Fields of one group stand in one frame with this legend. */
  readonly group?: string;
  /** A sentence below the input. */
  readonly hint?: string;
  /** The explanation behind the "?" of the field, which the fields of a group or section may share. */
  readonly help?: HelpKey;
  readonly visibleWhen?: Condition;
  /** Shown as a column of the records table; a text is a shorter heading. */
  readonly column?: boolean | string;
}

export interface TextField extends CommonField {
  readonly kind: 'text';
  /** The longest text in characters; 200 by default. */
  readonly max?: number;
  /** The text is stored in capitals. */
  readonly upperCase?: boolean;
  readonly multiline?: boolean;
  /** The option list that proposes values. */
  readonly catalog?: CatalogKey;
  /** An identity document: digit keyboard, and a check-digit warning that does not block saving. */
  readonly document?: boolean;
  readonly phone?: boolean;
}

export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** Data about the person that a derivation may read besides the form; a module that needs a key declares it here. */
// biome-ignore lint/suspicious/noEmptyInterface: an alias could not be added to from where a key is read
export interface DerivationContext {}

export interface DerivationInput {
  readonly fields: Fields;
  /** The form's current values, which may be incomplete or invalid. */
  readonly values: Values;
  readonly birth?: string | null | undefined;
  readonly surroundings?: DerivationContext | undefined;
}

export interface Proposal {
  readonly value: number;
  /** Bounds that replace those of the field. */
  readonly bounds?: Bounds;
  /** A sentence for the user about where the value comes from. */
  readonly explained?: string;
}

/** Computes a value from other fields; the field is filled in until the user types a value. */
export interface Derivation {
  /** The fields that the value is computed from. */
  readonly from: readonly string[];
  /** A change of the source fields replaces even a typed value. */
  readonly replacesTyped?: boolean;
  readonly propose: (input: DerivationInput) => Proposal | null;
  /** A warning about a typed value that differs from the derived one. */
  readonly doubt?: (typed: number, input: DerivationInput) => string | null;
  /** What to do when the derived value lies outside of the field's bounds, so that it is not filled in. */
  readonly outside?: (derived: number, bounds: Bounds) => string;
}

export interface NumberField extends CommonField, Bounds {
  readonly kind: 'number';
  readonly decimals: number;
  readonly unit?: string;
  readonly catalog?: CatalogKey;
  readonly derivation?: Derivation;
  /** The form shows the value of the previous record ("antes 8,55"). */
  readonly showPrevious?: boolean;
  /** A smaller value than in the previous record gives a warning: a child's length does not shrink. */
  readonly neverShrinks?: boolean;
  /** A larger change since the previous record gives a warning: gain in units per 30 days, loss as a share of the value. */
  readonly plausibleChange?: { readonly gainPerMonth: number; readonly lossShare: number };
}

export interface DateField extends CommonField {
  readonly kind: 'date';
  readonly notFuture?: boolean;
  /** A date that is usually in the future, like a next appointment; other dates give a warning there. */
  readonly ahead?: boolean;
  readonly defaultToday?: boolean;
}

export interface ChoiceField extends CommonField {
  readonly kind: 'choice';
  /** `value` is stored and sent; `mark` shows it as a badge in tables. */
  readonly options: readonly { readonly value: string; readonly label: string; readonly mark?: 'strong' | 'quiet' }[];
  readonly default?: string;
}

export interface FlagField extends CommonField {
  readonly kind: 'flag';
  readonly default: boolean;
  /** Shown as the choice Sí / No instead of a switch. */
  readonly yesNo?: boolean;
}

export interface ProvinceField extends CommonField {
  readonly kind: 'province';
}

export interface CantonField extends CommonField {
  readonly kind: 'canton';
  /** The field with the province. */
  readonly within: string;
}

export type Field = TextField | NumberField | DateField | ChoiceField | FlagField | ProvinceField | CantonField;
export type Fields = Readonly<Record<string, Field>>;

/** A stored value: absent texts are '', absent numbers and dates null. */
export type Value = string | number | boolean | null;
export type Values = Record<string, Value>;

/** The filter value that finds records with an empty field. */
export const NO_VALUE = 'SIN DATO';

export const CANTON_OUTSIDE = 'El cantón no pertenece a la provincia elegida';
const SINGULAR_UNITS: Readonly<Record<string, string>> = { meses: 'mes', años: 'año', semanas: 'semana', días: 'día' };

/** The singular or plural unit of a figure: "1 mes", "2 meses". @param shown the figure as it is shown */
export const unitOf = (unit: string | undefined, shown: string): string | undefined =>
  (shown === '1' && unit && SINGULAR_UNITS[unit]) || unit;
