import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { recordsWhere } from '#web/lib/booklets/record-api.ts';
import { hasFailed } from '#web/lib/load-failure.ts';
import { RetryButton } from '#web/ui/feedback/retry.tsx';
import { type PatientKind, personName } from './patient-kind.ts';
import classes from './relatives.module.css';

interface RelativesProps {
  label: string;
  /** Values of the fields by which to find relatives: `{ cedula: '0603714026' }`. */
  definition: RecordDefinition;
  matching: Record<string, string>;
  panel: PatientKind['panel'];
  /** A link that adds a relative. */
  add?: ReactNode;
}

/** Links to the booklets of a mother or of her children that this account may see. */
export function Relatives({ label, definition, matching, panel, add }: RelativesProps) {
  const isSearchable = Object.values(matching).every(Boolean);
  const query = useQuery({ ...recordsWhere(definition, matching), enabled: isSearchable });
  const { data = [] } = query;
  const failed = hasFailed(query);
  const isEmpty = data.length === 0 && !failed;
  if (!isSearchable || (isEmpty && !add)) return null;
  const nameFields = definition.likeness?.names ?? [];
  return (
    <Text component="div" size="sm" c="dimmed" className={classes.relatives}>
      {!isEmpty && <span>{label}: </span>}
      {data.map((row) => (
        <Link key={row._id} {...panel(row._id)}>
          {personName({ nameFields }, row)}
        </Link>
      ))}
      {failed && <RetryButton query={query} of={label} />}
      {add}
    </Text>
  );
}
