import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { Input, SegmentedControl } from '@mantine/core';
import type { FieldInputProps } from './field-props.ts';
import { fieldSlots } from './field-slots.tsx';
import classes from './fields.module.css';

interface SegmentedProps extends FieldInputProps {
  options: readonly { value: string; label: string }[];
  selected: string;
  onSelect: (value: string) => void;
}

/** Two or three answers side by side, all of them readable without opening anything. */
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
      <SegmentedControl
        id={id}
        name={props.name}
        data={options.map(({ value, label: text }) => ({ value, label: text }))}
        value={selected}
        onChange={onSelect}
        disabled={disabled}
        fullWidth
        withItemsBorders={false}
        aria-labelledby={`${id}-label`}
        aria-describedby={described}
        aria-invalid={Boolean(error)}
        aria-required={required}
        classNames={{
          root: classes.segmented ?? '',
          indicator: classes.segmentIndicator ?? '',
        }}
      />
    </Input.Wrapper>
  );
}
