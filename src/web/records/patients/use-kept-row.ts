import { useState } from 'react';
import { isNotFound } from '#web/lib/api-errors.ts';
import type { Row } from '#web/lib/row.ts';
import { hasUnsavedChanges } from '#web/ui/form/unsaved-changes.ts';

/**
 * The row of a booklet on its page. If the booklet was deleted or handed over while a form on the page has unsaved changes, the row stays, so
 * that what was typed stays too. @returns `gone`: nothing stays; `kept`: the row is of a booklet that is gone
 */
export function useKeptRow({ data, error }: { data: Row | undefined; error: Error | null }) {
  const [last, setLast] = useState<Row>();
  const isGone = isNotFound(error);
  if (data && data !== last && !isGone) setLast(data);
  const [kept, setKept] = useState(false);
  const keeps = isGone && last !== undefined && (kept || hasUnsavedChanges());
  if (keeps !== kept) setKept(keeps);
  return { row: isGone ? last : data, gone: isGone && !keeps, kept: keeps };
}
