import type { ReactNode } from 'react';
import type { Field, Values } from '#domain/fields/index.ts';
import { fieldWarning } from '#domain/fields/warning.ts';
import { FieldInput } from '#web/ui/fields/field-input.tsx';
import classes from './record-form.module.css';
import type { RecordFormState } from './use-record-form.ts';

export interface FormGroup {
  key: string;
  title?: string | undefined;
  hint?: string | undefined;
  fields: [name: string, field: Field][];
}

interface FormSectionProps {
  group: FormGroup;
  form: RecordFormState;
  /** What the record before held, as it is shown, for fields that ask for it. */
  previous: Record<string, string>;
  /** `label`: a small heading; `hidden`: only for who cannot see the form as a whole. */
  heading: 'title' | 'label' | 'hidden';
  children?: ReactNode;
}

const isTile = (field: Field) => field.kind === 'flag' && !field.yesNo;
const isShort = (field: Field) => (field.kind === 'number' && !field.catalog) || field.kind === 'date';

/** Tiles, a row of measures, or fields of all widths. */
function shapeOf(group: FormGroup): string {
  const fields = group.fields.map(([, field]) => field);
  if (fields.every(isTile)) return classes.tiles ?? '';
  return (fields.every(isShort) ? classes.measures : classes.mixed) ?? '';
}

function widthOf(field: Field): string {
  if (field.kind === 'text' && field.multiline) return classes.wide ?? '';
  return (isShort(field) ? classes.short : classes.normal) ?? '';
}

function inputProps(name: string, field: Field, values: Values, { errors, change }: RecordFormState) {
  const value = values[name] ?? null;
  return {
    name,
    field,
    value,
    onChange: change,
    error: errors.get(name),
    warning: fieldWarning(field, value),
    within: field.kind === 'canton' ? String(values[field.within] ?? '') : undefined,
  };
}

export function FormSection({ group, form, previous, heading, children }: FormSectionProps) {
  const grid = (
    <div className={`${classes.grid} ${shapeOf(group)}`}>
      {group.fields.map(([name, field]) => (
        <div key={name} className={widthOf(field)}>
          <FieldInput {...inputProps(name, field, form.values, form)} previous={previous[name]} />
        </div>
      ))}
      {children}
    </div>
  );
  if (!group.title) return grid;
  return (
    <fieldset className={classes.section} data-heading={heading}>
      <legend className={classes.legend}>{group.title}</legend>
      {group.hint && <p className={classes.hint}>{group.hint}</p>}
      {grid}
    </fieldset>
  );
}
