import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import type { Values } from '#domain/fields/index.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { likelyRecords } from '#web/lib/booklets/record-api.ts';
import { queryClient } from '#web/lib/query-client.ts';
import type { Row } from '#web/lib/row.ts';

const PAUSE_MS = 500;

/** What the form knows of the person, once it is enough to look for her or him; otherwise null. */
function knownOf({ likeness }: RecordDefinition, values: Values): Record<string, string> | null {
  if (!likeness) return null;
  const text = (name: string) => String(values[name] ?? '').trim();
  const { document, names, together } = likeness;
  const named = names.every(text) && (together.length === 0 || together.some(text));
  if (!text(document) && !named) return null;
  const entries = [document, ...names, ...together].map((name) => [name, text(name)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

const NOBODY: Row[] = [];

/** People already registered whom the form may be about to register again; looked for while it is filled in. */
export function useLikelyMatches(definition: RecordDefinition, values: Values, saving: boolean) {
  const known = useMemo(() => JSON.stringify(knownOf(definition, values)), [definition, values]);
  const [settled] = useDebouncedValue(known, PAUSE_MS);
  const wanted = JSON.parse(settled) as Record<string, string> | null;
  // Without signal, or when the server cannot tell, the form goes on as if nobody was found.
  const { data } = useQuery({ ...likelyRecords(definition, wanted ?? {}), enabled: wanted !== null && !saving });
  const accepted = useRef(new Set<string>());

  /** Those that the person has not yet decided about, as the server knows them now. */
  const undecided = useCallback(
    async (checked: Values): Promise<Row[]> => {
      const sought = knownOf(definition, checked);
      if (!sought) return NOBODY;
      const rows = await queryClient.fetchQuery(likelyRecords(definition, sought)).catch(() => NOBODY);
      return rows.filter(({ _id }) => !accepted.current.has(_id));
    },
    [definition],
  );

  return {
    matches: wanted ? (data ?? NOBODY) : NOBODY,
    undecided,
    /** The person goes on deliberately: these are not asked about again. */
    accept: (rows: Row[]) => {
      for (const { _id } of rows) accepted.current.add(_id);
    },
  };
}
