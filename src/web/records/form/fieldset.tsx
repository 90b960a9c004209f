import { Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { inputId } from '#web/ui/fields/field-props.ts';
import { HelpButton } from '#web/ui/help/help-button.tsx';
import { Disc } from '#web/ui/shapes/disc.tsx';
import classes from './fieldset.module.css';
import { type FormGroup, isTile, sharedHelp } from './form-groups.ts';

interface FieldsetProps {
  group: FormGroup;
  /** `label`: a small heading. `hidden`: only for screen readers. */
  heading?: 'title' | 'label' | 'hidden';
  /** The number of the section in a long form. */
  place?: number;
  id?: string;
  /** Where a screen has several forms, what distinguishes them. */
  scope?: string | undefined;
  children: ReactNode;
}

export function Fieldset({ group, heading = 'title', place, id, scope, children }: FieldsetProps) {
  const { key, title = '', hint, matrix } = group;
  const help = sharedHelp(group.fields.filter(([, field]) => isTile(field) && !field.group));
  const mark = help && (
    <HelpButton
      help={help}
      name={inputId({ name: `seccion.${key}`, scope })}
      label={title}
      tabbed
      className={classes.mark}
    />
  );
  return (
    // The name of the section, without that of the "?" in its legend.
    <fieldset
      className={classes.section}
      aria-label={help && title}
      data-heading={heading}
      data-matrix={matrix ? true : undefined}
      id={id}
    >
      {heading === 'hidden' && <VisuallyHidden component="legend">{title}</VisuallyHidden>}
      {heading === 'label' && (
        <Text component="legend" size="sm" fw="var(--mantine-font-weight-medium)" mb="2xs">
          {title}
          {mark}
        </Text>
      )}
      {heading === 'title' && (
        <legend className={classes.legend}>
          {place && (
            <Disc tone="brand" size="sm">
              <span aria-hidden>{place}</span>
            </Disc>
          )}
          {title}
          {mark}
        </legend>
      )}
      {hint && (
        <Text size="sm" c="dimmed" mt="-2xs" mb="sm">
          {hint}
        </Text>
      )}
      {children}
    </fieldset>
  );
}
