import { Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { Disc } from '#web/ui/shapes/disc.tsx';
import classes from './fieldset.module.css';
import type { FormGroup } from './form-groups.ts';

interface FieldsetProps {
  group: FormGroup;
  /** `label`: a small heading. `hidden`: only for screen readers. */
  heading?: 'title' | 'label' | 'hidden';
  /** The number of the section in a long form. */
  place?: number;
  id?: string;
  children: ReactNode;
}

export function Fieldset({ group, heading = 'title', place, id, children }: FieldsetProps) {
  const { title, hint, matrix } = group;
  return (
    <fieldset className={classes.section} data-heading={heading} data-matrix={matrix ? true : undefined} id={id}>
      {heading === 'hidden' && <VisuallyHidden component="legend">{title}</VisuallyHidden>}
      {heading === 'label' && (
        <Text component="legend" size="sm" fw="var(--mantine-font-weight-medium)" mb="2xs">
          {title}
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
