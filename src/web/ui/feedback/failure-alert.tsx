import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { errorMessage, errorProblems, errorReference } from '#web/lib/api-errors.ts';
import { ProblemList } from './problem-list.tsx';

interface FailureAlertProps {
  /** What a request threw; nothing is shown without one. */
  error: unknown;
  /** The sentence of the screen, above the server's own. */
  title?: string;
  labels?: Record<string, string>;
  /** What can be done about it. */
  children?: ReactNode;
}

/** Why the server refused, as text: one sentence, or the list of its problems. */
export function FailureAlert({ error, title, labels, children }: FailureAlertProps) {
  if (!error) return null;
  const problems = errorProblems(error);
  if (problems.length > 0) {
    return <ProblemList problems={problems} {...(title && { title })} {...(labels && { labels })} />;
  }
  const reference = errorReference(error);
  return (
    <Alert color="rojo" icon={<IconAlertCircle aria-hidden />} title={title}>
      {errorMessage(error)}
      {reference && ` (referencia ${reference})`}
      {children}
    </Alert>
  );
}
