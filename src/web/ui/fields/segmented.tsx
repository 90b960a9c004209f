import { Input } from '@mantine/core';
import type { FieldInputProps } from './field-props.ts';
import { fieldSlots } from './field-slots.tsx';
import classes from './fields.module.css';

interface SegmentedProps extends FieldInputProps {
  options: readonly { value: string; label: string }[];
  selected: string;
  onSelect: (value: string) => void;
}

/** Two or three radio buttons side by side; Mantine's SegmentedControl measures the layout of the page for each. */
export function Segmented({ options, selected, onSelect, ...props }: SegmentedProps) {
  const { id, label, required, disabled, description, error } = fieldSlots(props);
  const described = error ? `${id}-error` : description ? `${id}-description` : undefined;
  return (
    <Input.Wrapper
      {...{ label, description, error }}
      descriptionProps={{ id: `${id}-description` }}
      errorProps={{ id: `${id}-error` }}
      withAsterisk={required}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
    >
      <div
        id={id}
        role="radiogroup"
        aria-labelledby={`${id}-label`}
        aria-describedby={described}
        aria-invalid={Boolean(error)}
        aria-required={required}
        className={classes.segmented}
      >
        {options.map(({ value, label: text }) => (
          <label
            key={value}
            htmlFor={`${id}-${value}`}
            data-checked={value === selected || undefined}
            data-disabled={disabled || undefined}
          >
            <input
              type="radio"
              id={`${id}-${value}`}
              name={id}
              value={value}
              checked={value === selected}
              onChange={() => onSelect(value)}
              disabled={disabled}
            />
            {text}
          </label>
        ))}
      </div>
    </Input.Wrapper>
  );
}
