import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import type { Values } from '#domain/fields/index.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { likelyRecords } from '#web/lib/booklets/record-api.ts';
import { queryClient } from '#web/lib/query-client.ts';
import type { Row } from '#web/lib/row.ts';

const PAUSE_MS = 500;

/** A longer text is no name, and the search refuses it. */
const MAX_LENGTH = 200;

/** The values that identify the person, or null while there are too few to search. */
function identityOf({ likeness }: RecordDefinition, values: Values): Record<string, string> | null {
  if (!likeness) return null;
  const text = (name: string) => String(values[name] ?? '').trim();
  const { document, names, together } = likeness;
  const named = names.every(text) && (together.length === 0 || together.some(text));
  if (!text(document) && !named) return null;
  const entries = [document, ...names, ...together].map((name) => [name, text(name)] as const);
  if (entries.some(([, value]) => value.length > MAX_LENGTH)) return null;
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

const NO_ROWS: Row[] = [];

/** Finds registered people who may be the same person, while the form is filled in. */
export function useLikelyMatches(definition: RecordDefinition, values: Values, saving: boolean) {
  const identity = useMemo(() => JSON.stringify(identityOf(definition, values)), [definition, values]);
  const [settled] = useDebouncedValue(identity, PAUSE_MS);
  const searched = JSON.parse(settled) as Record<string, string> | null;
  // Without a connection the form continues as if there were no match.
  const { data } = useQuery({ ...likelyRecords(definition, searched ?? {}), enabled: searched !== null && !saving });
  const accepted = useRef(new Set<string>());

  /** The current matches that the user has not accepted yet. */
  const undecided = useCallback(
    async (checked: Values): Promise<Row[]> => {
      const checkedIdentity = identityOf(definition, checked);
      if (!checkedIdentity) return NO_ROWS;
      const rows = await queryClient.fetchQuery(likelyRecords(definition, checkedIdentity)).catch(() => NO_ROWS);
      return rows.filter(({ _id }) => !accepted.current.has(_id));
    },
    [definition],
  );

  return {
    matches: searched ? (data ?? NO_ROWS) : NO_ROWS,
    undecided,
    /** Marks matches as accepted, so that they are not asked about again. */
    accept: (rows: Row[]) => {
      for (const { _id } of rows) accepted.current.add(_id);
    },
  };
}
