import { Alert, Button } from '@mantine/core';
import { IconAlertCircle, IconRefresh } from '@tabler/icons-react';
import type { Ref } from 'react';
import type { FieldProblem } from '#domain/errors.ts';
import { currentRow, errorMessage, errorReference } from '#web/lib/api-errors.ts';
import type { Row } from '#web/records/row.ts';
import { ProblemList } from '#web/ui/feedback/problem-list.tsx';

/** What the screen says when saving failed, before the server's own message. */
export interface FailureText {
  title: string;
  message?: string | undefined;
}

interface FormFailureProps {
  error: unknown;
  text: FailureText;
  problems: FieldProblem[];
  labels: Record<string, string>;
  /** Takes in the current row after somebody else changed it. */
  onLoadCurrent?: ((row: Row) => void) | undefined;
  ref?: Ref<HTMLDivElement>;
}

/** Why the form was not saved: our sentence, then the server's, problem by problem when it names fields. */
export function FormFailure({ error, text, problems, labels, onLoadCurrent, ref }: FormFailureProps) {
  const current = currentRow<Row>(error);
  const reference = errorReference(error);
  const heading = [text.title, text.message].filter(Boolean).join('. ').replace('..', '.');
  if (problems.length > 0) return <ProblemList ref={ref ?? null} problems={problems} labels={labels} title={heading} />;
  return (
    <Alert ref={ref ?? null} tabIndex={-1} color="rojo" icon={<IconAlertCircle aria-hidden />} title={text.title}>
      {text.message && <p>{text.message}</p>}
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
