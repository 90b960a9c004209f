import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import type { Values } from '#domain/fields/index.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { RECORD_LIST } from '#domain/records/index.ts';
import { recordsOf, refreshRecords } from '#web/lib/record-api.ts';
import { lastUsed } from '#web/ui/record-form/last-used.ts';
import { RecordForm } from '#web/ui/record-form/record-form.tsx';
import { RecordTable } from '#web/ui/record-table/record-table.tsx';
import { previousValues } from './latest-first.ts';
import classes from './record-section.module.css';
import { useNewRecord } from './use-new-record.ts';

/** More than these are numbered, and have contents at their side. */
const SECTIONS_AT_ONCE = 3;

interface RecordSectionProps {
  definition: RecordDefinition;
  parentId: string;
  /** The child's birth date, when it is known. */
  birth?: string | undefined;
  action?: ReactNode;
}

/** Adds a record of one kind without losing sight of the earlier ones. */
export function RecordSection({ definition, parentId, birth, action }: RecordSectionProps) {
  const { data, error, refetch, isFetching } = useQuery(recordsOf(definition, parentId));
  // What belongs to the parent may follow from its records (a child's status).
  const refresh = async () => {
    const parent = RECORD_LIST.find(({ key }) => key === definition.parent?.record);
    await Promise.all([refreshRecords(definition), parent && refreshRecords(parent)]);
  };
  const context = useMemo(
    () => ({ birth, others: (data ?? []) as unknown as Values[], defaults: lastUsed(definition) }),
    [birth, data, definition],
  );
  const form = useNewRecord({ definition, parentId, context, onChanged: refresh });
  const sections = definition.sections?.length ?? 0;
  const previous = useMemo(() => previousValues(definition, data ?? []), [definition, data]);

  return (
    <>
      <RecordForm
        form={form}
        title={definition.titles.form}
        submitLabel="Guardar"
        previous={previous}
        layout={sections > SECTIONS_AT_ONCE ? 'guided' : 'compact'}
      />
      <hr className={classes.line} />
      <RecordTable
        definition={definition}
        rows={data}
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
        onChanged={refresh}
        action={action}
      />
    </>
  );
}
