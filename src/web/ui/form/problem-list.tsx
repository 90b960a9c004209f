import '@mantine/core/styles/Alert.layer.css';
import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { MouseEvent, Ref } from 'react';
import type { FieldProblem } from '#domain/errors.ts';
import { focusField } from '#web/ui/form/focus-field.ts';
import classes from './problem-list.module.css';

interface ProblemListProps {
  problems: FieldProblem[];
  /** Label of each field: `{ peso: 'Peso' }`. */
  labels?: Record<string, string>;
  title?: string | undefined;
  /** Text above the list. */
  children?: string | undefined;
  ref?: Ref<HTMLDivElement>;
}

/** A summary of a form's problems; each item links to its field. Rendered as text, never as HTML. */
export function ProblemList({ problems, labels = {}, title, children, ref = null }: ProblemListProps) {
  if (problems.length === 0) return null;
  const follow = (event: MouseEvent, path: string) => {
    event.preventDefault();
    focusField(path);
  };
  const heading = title ?? (problems.length === 1 ? 'Revisa este campo' : `Revisa ${problems.length} campos`);
  return (
    <Alert ref={ref} color="rojo" tabIndex={-1} icon={<IconAlertCircle aria-hidden />} title={heading}>
      {children && <p>{children}</p>}
      <ul className={classes.list}>
        {problems.map(({ msg, path }) => {
          const label = labels[path];
          const text = label ? `${label}: ${msg}` : msg;
          return (
            <li key={`${path} ${msg}`}>
              {path ? (
                <a href={`#${path}`} onClick={(event) => follow(event, path)}>
                  {text}
                </a>
              ) : (
                text
              )}
            </li>
          );
        })}
      </ul>
    </Alert>
  );
}
