import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { previousValues } from '#domain/records/latest-first.ts';
import { mujer } from '#domain/records/mujer.ts';
import { nino } from '#domain/records/nino.ts';
import { recordsOfPerson, refreshRecords } from '#web/lib/booklets/record-api.ts';
import { SECTIONS_AT_ONCE } from '#web/records/form/form-groups.ts';
import { type FormContext, initialValues } from '#web/records/form/form-values.ts';
import { lastUsed } from '#web/records/form/last-used.ts';
import { RecordForm } from '#web/records/form/record-form.tsx';
import type { RecordFormState } from '#web/records/form/use-record-form.ts';
import type { ShownColumn } from '#web/records/table/column.ts';
import { RecordTableSection } from '#web/records/table/record-table.tsx';
import { useWide } from '#web/ui/page/use-wide.ts';
import { useNewRecord } from './use-new-record.ts';

export interface RecordSectionProps {
  definition: RecordDefinition;
  parentId: string;
  /** The child's birth date. */
  birth?: string | undefined;
  action?: ReactNode;
}

interface RecordSectionExtras {
  /** Further data of the person for derived fields. */
  surroundings?: FormContext['surroundings'];
  doubts?: FormContext['doubts'];
  /** Content above the form, on a phone below it, which may fill in fields. */
  above?: (form: RecordFormState) => ReactNode;
  /** Content under the row of a field, by field name. */
  belowField?: (form: RecordFormState) => Record<string, ReactNode>;
  /** Columns of the table that are computed from others. */
  computed?: readonly ShownColumn[];
}

interface SectionFormProps {
  definition: RecordDefinition;
  parentId: string;
  context: FormContext;
  previous: Record<string, string>;
  above: RecordSectionExtras['above'] | undefined;
  belowField: RecordSectionExtras['belowField'] | undefined;
  onChanged: () => Promise<void>;
}

/** A component of its own, so that typing does not render the records again. */
function SectionForm({ above, belowField, previous, ...record }: SectionFormProps) {
  const { definition } = record;
  const form = useNewRecord(record);
  const sections = definition.sections?.length ?? 0;
  const wide = useWide();
  const lead = above?.(form);
  const rule = <Box component="hr" my="lg" />;
  const before = lead && (
    <>
      {!wide && rule}
      {lead}
      {wide && rule}
    </>
  );
  return (
    <>
      {wide && before}
      <RecordForm
        key="form"
        inSection
        form={form}
        belowField={belowField?.(form)}
        title={definition.titles.form}
        submitLabel="Guardar"
        previous={previous}
        layout={sections > SECTIONS_AT_ONCE ? 'guided' : 'compact'}
      />
      {!wide && before}
    </>
  );
}

export function RecordSection(props: RecordSectionProps & RecordSectionExtras) {
  const { definition, parentId, birth, action, surroundings, doubts, above, belowField, computed } = props;
  const query = useQuery(recordsOfPerson(definition, parentId));
  const { data } = query;
  // The parent may depend on its records (a child's status).
  const refresh = async () => {
    const parent = [mujer, nino].find(({ key }) => key === definition.parent?.record);
    await Promise.all([refreshRecords(definition), parent && refreshRecords(parent)]);
  };
  const context = useMemo(
    () => ({
      birth,
      others: (data ?? []).map((row) => initialValues(definition, row, {})),
      defaults: lastUsed(definition),
      surroundings,
      doubts,
    }),
    [birth, data, definition, surroundings, doubts],
  );
  const previous = useMemo(() => previousValues(definition, data ?? []), [definition, data]);

  return (
    <>
      <SectionForm {...{ definition, parentId, context, previous, above, belowField }} onChanged={refresh} />
      <Box component="hr" my="lg" />
      <RecordTableSection
        definition={definition}
        query={query}
        onChanged={refresh}
        action={action}
        computed={computed}
      />
    </>
  );
}
