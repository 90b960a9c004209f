import type { CatalogKey } from '../catalogs.ts';

/** Whether a field is shown, and kept: `{ field: 'discapacidad', equals: 'Si' }`. A hidden field is emptied before saving. */
interface Condition {
  readonly field: string;
  readonly equals: string | boolean;
}

interface CommonField {
  /** What a person reads beside the input. */
  readonly label: string;
  readonly required?: boolean;
  /** Key of the form section it stands in; every section is declared on the record. */
  readonly section?: string;
  /** Small heading inside its section, over all the fields that carry the same one. */
  readonly group?: string;
  readonly hint?: string;
  readonly visibleWhen?: Condition;
  /** Shown as a column of the records table, in the order of declaration; a text is the shorter heading. */
  readonly column?: boolean | string;
  /** Standard codes for exchange with other systems. */
  readonly codes?: { readonly loinc?: string; readonly cie10?: string; readonly cvx?: string };
}

export interface TextField extends CommonField {
  readonly kind: 'text';
  /** Characters kept at most; 200 unless told (addresses 300, observations 2,000). */
  readonly max?: number;
  readonly upperCase?: boolean;
  readonly multiline?: boolean;
  /** Options come from this list; what was chosen is stored as text. */
  readonly catalog?: CatalogKey;
  /** An identity document: digits keyboard, check-digit warning that does not block. */
  readonly document?: boolean;
  /** A telephone number: telephone keyboard. */
  readonly phone?: boolean;
}

export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** What a form may know of the person beside its own fields; its engine only hands it on. What reads something declares it here. */
// biome-ignore lint/suspicious/noEmptyInterface: an alias could not be added to from where a key is read
export interface Surroundings {}

/** What a value may follow from. */
export interface Known {
  readonly fields: Fields;
  /** As they stand in the form: also half typed, or against a rule. */
  readonly values: Values;
  /** The child's birth date, when it is known. */
  readonly birth?: string | null | undefined;
  readonly surroundings?: Surroundings | undefined;
}

export interface Proposal {
  /** Filled in where the field's own bounds allow it. */
  readonly value: number;
  /** Hard bounds, within those of the field, that go with it. */
  readonly bounds?: Bounds;
  /** How it came about. */
  readonly explained?: string;
}

/** How a value follows from others: it is filled in until somebody types one, and stays editable. */
export interface Derivation {
  /** The fields it follows from. */
  readonly from: readonly string[];
  /** A change of theirs fills it in anew, whatever was typed before; they are read together. */
  readonly renewed?: boolean;
  /** Null as long as something is missing. */
  readonly propose: (known: Known) => Proposal | null;
  /** What to say beside a typed value that is improbable by what it should follow from. */
  readonly doubt?: (typed: number, known: Known) => string | null;
}

export interface NumberField extends CommonField, Bounds {
  readonly kind: 'number';
  /** Digits after the decimal mark that are accepted; 0 for whole numbers. */
  readonly decimals: number;
  readonly unit?: string;
  readonly catalog?: CatalogKey;
  readonly derivation?: Derivation;
  /** The form shows the value of the record before ("antes 8,55"). */
  readonly showPrevious?: boolean;
  /** A smaller value than in the record before is improbable: a child's length does not shrink. */
  readonly neverShrinks?: boolean;
  /** A larger change since the record before is improbable: gain in units per 30 days, loss as a share of the value. */
  readonly plausibleChange?: { readonly gainPerMonth: number; readonly lossShare: number };
}

export interface DateField extends CommonField {
  readonly kind: 'date';
  /** A later date than today is impossible. */
  readonly notFuture?: boolean;
  /** Lies ahead by nature, like a next appointment; any other date in the future is improbable. */
  readonly ahead?: boolean;
  readonly defaultToday?: boolean;
}

export interface ChoiceField extends CommonField {
  readonly kind: 'choice';
  /** `value` is what is stored and sent; `mark` makes it a badge in tables: what asks for attention, and what does not. */
  readonly options: readonly { readonly value: string; readonly label: string; readonly mark?: 'strong' | 'quiet' }[];
  readonly default?: string;
}

/** A flag: a tile that is ticked, or a Sí/No question when `yesNo`. */
export interface FlagField extends CommonField {
  readonly kind: 'flag';
  readonly default: boolean;
  readonly yesNo?: boolean;
}

export interface ProvinceField extends CommonField {
  readonly kind: 'province';
}

export interface CantonField extends CommonField {
  readonly kind: 'canton';
  /** The province field its options depend on. */
  readonly within: string;
}

export type Field = TextField | NumberField | DateField | ChoiceField | FlagField | ProvinceField | CantonField;
export type Fields = Readonly<Record<string, Field>>;

/** A stored value: absent texts are '', absent numbers and dates null. */
export type Value = string | number | boolean | null;
export type Values = Record<string, Value>;

/** What a list is asked for to find those whose field is empty. */
export const NO_VALUE = 'SIN DATO';

export const CANTON_OUTSIDE = 'El cantón no pertenece a la provincia elegida';
const ONE_OF: Readonly<Record<string, string>> = { meses: 'mes', años: 'año', semanas: 'semana', días: 'día' };

/** The unit of a figure as people say it: "1 mes", "2 meses"; nothing where there is none. @param shown the figure as it is shown */
export const unitOf = (unit: string | undefined, shown: string): string | undefined =>
  (shown === '1' && unit && ONE_OF[unit]) || unit;
