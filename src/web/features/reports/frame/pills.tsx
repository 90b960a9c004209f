import { Button } from '@mantine/core';
import classes from './pills.module.css';

interface PillsProps<Value> {
  label: string;
  options: readonly { value: Value; label: string }[];
  /** Undefined if no option applies. */
  chosen: Value | undefined;
  onChoose: (value: Value) => void;
}

/** Toggle buttons, one of them pressed. */
export function Pills<Value extends string | number>({ label, options, chosen, onChoose }: PillsProps<Value>) {
  return (
    <fieldset aria-label={label} className={classes.pills} data-only="screen">
      {options.map(({ value, label: text }) => (
        <Button
          key={value}
          variant={value === chosen ? 'filled' : 'default'}
          radius="xl"
          fz="sm"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
        >
          {text}
        </Button>
      ))}
    </fieldset>
  );
}
