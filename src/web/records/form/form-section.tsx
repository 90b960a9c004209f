import { Fragment, type ReactNode } from 'react';
import type { Field } from '#domain/fields/index.ts';
import { FormField } from './form-field.tsx';
import { type FormGroup, isShort, isTile } from './form-groups.ts';
import classes from './record-form.module.css';
import type { RecordFormState } from './use-record-form.ts';

export interface FormSectionProps {
  group: FormGroup;
  form: RecordFormState;
  /** What the record before held, as it is shown, for fields that ask for it. */
  previous: Record<string, string>;
  /** What stands under the row of a field, by its name. */
  belowField: Record<string, ReactNode>;
  /** `label`: a small heading; `hidden`: only for who cannot see the form as a whole. */
  heading: 'title' | 'label' | 'hidden';
  /** Inside the grid, after the last field. */
  children?: ReactNode;
}

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

export function FormSection({ group, form, previous, belowField, heading, children }: FormSectionProps) {
  const grid = (
    <div className={`${classes.grid} ${shapeOf(group)}`}>
      {group.fields.map(([name, field]) => (
        <Fragment key={name}>
          <div className={widthOf(field)}>
            <FormField name={name} field={field} form={form} previous={previous[name]} />
          </div>
          {belowField[name] && <div className={classes.belowField}>{belowField[name]}</div>}
        </Fragment>
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
