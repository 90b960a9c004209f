import '@mantine/core/styles/Alert.layer.css';
import { Alert, Button } from '@mantine/core';
import { IconAlertCircle, IconRefresh } from '@tabler/icons-react';
import type { Ref } from 'react';
import type { FieldProblem } from '#domain/errors.ts';
import { currentRow, errorMessage, errorProblems, errorReference } from '#web/lib/api-errors.ts';
import { ProblemList } from './problem-list.tsx';

/** The screen's own text about a failure, shown before the server's message. */
export interface FailureText {
  title: string;
  message?: string | undefined;
}

interface FailureAlertProps<Row> {
  /** The error of the request; without one the alert is not shown. */
  error: unknown;
  text?: FailureText | undefined;
  /** Problems with the form's field names; by default those of the error. */
  problems?: FieldProblem[];
  labels?: Record<string, string> | undefined;
  /** Loads the current row after another account changed it. */
  onLoadCurrent?: ((row: Row) => void) | undefined;
  ref?: Ref<HTMLDivElement>;
}

export function FailureAlert<Row extends { _id: string; version: number }>(props: FailureAlertProps<Row>) {
  const { error, text, labels = {}, onLoadCurrent, ref = null } = props;
  if (!error) return null;
  const problems = props.problems ?? errorProblems(error);
  if (problems.length > 0)
    return (
      <ProblemList ref={ref} problems={problems} labels={labels} title={text?.title}>
        {text?.message}
      </ProblemList>
    );
  // Every field of these problems was changed since.
  if (errorProblems(error).length > 0) return null;
  const reference = errorReference(error);
  const current = currentRow<Row>(error);
  return (
    <Alert ref={ref} tabIndex={-1} color="rojo" icon={<IconAlertCircle aria-hidden />} title={text?.title}>
      {text?.message && <p>{text.message}</p>}
      <p>
        {errorMessage(error)}
        {reference && ` (referencia ${reference})`}
      </p>
      {current && onLoadCurrent && (
        <Button
          variant="outline"
          mt="xs"
          leftSection={<IconRefresh size={18} aria-hidden />}
          onClick={() => onLoadCurrent(current)}
        >
          Cargar los datos actuales
        </Button>
      )}
    </Alert>
  );
}
