import { Fragment, type ReactNode } from 'react';
import type { Field } from '#domain/fields/index.ts';
import classes from './fields-grid.module.css';
import { Fieldset } from './fieldset.tsx';
import { FormField } from './form-field.tsx';
import { type FormGroup, isShort, isTile } from './form-groups.ts';
import type { RecordFormState } from './use-record-form.ts';

export interface FormSectionProps {
  group: FormGroup;
  form: RecordFormState;
  /** Values of the previous record, formatted, by field name. */
  previous: Record<string, string>;
  /** Content under the row of a field, by field name. */
  belowField: Record<string, ReactNode>;
  /** `label`: a small heading. `hidden`: only for screen readers. */
  heading: 'title' | 'label' | 'hidden';
  children?: ReactNode;
}

function shapeOf(group: FormGroup): 'tiles' | 'measures' | 'mixed' {
  const fields = group.fields.map(([, field]) => field);
  if (fields.every(isTile)) return 'tiles';
  return fields.every(isShort) ? 'measures' : 'mixed';
}

function widthOf(field: Field): string {
  if (field.kind === 'text' && field.multiline) return 'wide';
  return isShort(field) ? 'short' : 'normal';
}

export function FormSection({ group, form, previous, belowField, heading, children }: FormSectionProps) {
  const shape = shapeOf(group);
  const grid = (
    <div className={classes[shape]} data-shape={shape}>
      {group.fields.map(([name, field]) => (
        <Fragment key={name}>
          <div data-width={widthOf(field)} data-kind={field.kind}>
            <FormField name={name} field={field} form={form} previous={previous[name]} />
          </div>
          {belowField[name] && <div data-width="all">{belowField[name]}</div>}
        </Fragment>
      ))}
      {children}
    </div>
  );
  if (!group.title) return grid;
  return (
    <Fieldset group={group} heading={heading} scope={form.scope}>
      {grid}
    </Fieldset>
  );
}
