import { Link, useSearch } from '@tanstack/react-router';
import classes from './filter-chips.module.css';

interface FilterChoice {
  /** undefined: everything. */
  value: string | undefined;
  label: string;
  /** How many there are, once known. */
  count?: number | undefined;
  /** Somebody waits for this. */
  attention?: boolean;
}

interface FilterChipsProps {
  label: string;
  /** Under which name the address keeps the choice. */
  name: string;
  choices: readonly FilterChoice[];
}

/** Narrows a list to one of a few things; the choice stands in the address. */
export function FilterChips({ label, name, choices }: FilterChipsProps) {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  return (
    <nav aria-label={label} className={classes.chips}>
      {choices.map(({ value, label: text, count, attention }) => (
        <Link
          key={text}
          to="."
          search={((before: object) => ({ ...before, [name]: value, pagina: undefined })) as never}
          resetScroll={false}
          activeOptions={{ exact: true }}
          className={classes.chip}
          aria-current={(search[name] ?? undefined) === value ? 'true' : undefined}
          data-attention={attention || undefined}
        >
          {text}
          {count !== undefined && ` (${count.toLocaleString('es-EC')})`}
        </Link>
      ))}
    </nav>
  );
}
