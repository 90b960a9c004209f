import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Checkbox } from '@mantine/core';
import { inputId } from '#web/ui/fields/field-props.ts';
import classes from './flag-matrix.module.css';
import { type FormGroup, matrixRows } from './form-groups.ts';
import type { RecordFormState } from './use-record-form.ts';

interface FlagMatrixProps {
  group: FormGroup;
  matrix: NonNullable<FormGroup['matrix']>;
  form: RecordFormState;
}

/** The same flags for several things: a row per flag, a column per thing. */
export function FlagMatrix({ group, matrix, form }: FlagMatrixProps) {
  return (
    <table className={classes.table} aria-label={group.title}>
      <thead>
        <tr>
          <td />
          {matrix.map(({ prefix, title }) => (
            <th key={prefix} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {matrixRows(group.fields, matrix).map(({ label, fields }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {fields.map((named, column) => (
              <td key={matrix[column]?.prefix}>
                {named && (
                  // The label makes the whole cell clickable.
                  <label htmlFor={inputId({ name: named[0], scope: form.scope })}>
                    <Checkbox
                      id={inputId({ name: named[0], scope: form.scope })}
                      name={inputId({ name: named[0], scope: form.scope })}
                      checked={form.values[named[0]] === true}
                      onChange={(event) => form.change(named[0], event.currentTarget.checked)}
                      aria-label={`${label}, ${matrix[column]?.title.toLocaleLowerCase('es')}`}
                    />
                  </label>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
