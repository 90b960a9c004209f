import { Group, Stack, Text } from '@mantine/core';
import { memo } from 'react';
import type { Field } from '#domain/fields/index.ts';
import { inputId } from '#web/ui/fields/field-props.ts';
import { HelpButton } from '#web/ui/help/help-button.tsx';
import classes from './fields-grid.module.css';
import { Fieldset } from './fieldset.tsx';
import { FlagMatrix } from './flag-matrix.tsx';
import { FormField } from './form-field.tsx';
import { blocksOf, type FormBlock, isShort, isTiny, type NamedField, sharedHelp } from './form-groups.ts';
import type { FormSectionProps } from './form-section.tsx';
import type { RecordFormState } from './use-record-form.ts';

function widthOf(field: Field): string {
  if (isTiny(field)) return 'tiny';
  if (field.kind === 'choice') return 'choice';
  return isShort(field) ? 'short' : 'normal';
}

const isOdd = (row: NamedField[]) => row.filter(([, field]) => isShort(field) && !isTiny(field)).length % 2 === 1;

function Block({ block, form }: { block: FormBlock; form: RecordFormState }) {
  const rows = block.rows.map((row) => {
    const fields = row.map(([name, field]) => (
      <div key={name} data-width={widthOf(field)} data-kind={field.kind}>
        <FormField name={name} field={field} form={form} />
      </div>
    ));
    const key = row[0]?.[0];
    return block.tiles ? (
      <div key={key} className={classes.tiles}>
        {fields}
      </div>
    ) : (
      <Group key={key} align="flex-start" className={classes.row} data-odd={isOdd(row) || undefined}>
        {fields}
      </Group>
    );
  });
  if (!block.label) return rows;
  const id = inputId({ name: `grupo-${block.rows[0]?.[0]?.[0]}`, scope: form.scope });
  const help = sharedHelp(block.rows.flat());
  return (
    // A group instead of a fieldset, which would be announced as another section.
    <Stack role="group" aria-labelledby={id}>
      <Group gap={0} wrap="nowrap" h="1.25rem" mb="-xs">
        <Text id={id} size="sm" fw="var(--mantine-font-weight-bold)">
          {block.label}
        </Text>
        {help && <HelpButton help={help} name={`${id}.ayuda`} label={block.label} tabbed />}
      </Group>
      {rows}
    </Stack>
  );
}

export const sectionId = (key: string) => `seccion-${key}`;

type GuidedSectionProps = Pick<FormSectionProps, 'group' | 'form'> & { place: number };

/** The fields that affect how a field is rendered: its bounds, its cantons. */
function dependenciesOf([name, field]: NamedField): string[] {
  if (field.kind === 'canton') return [name, field.within];
  return field.kind === 'number' ? [name, ...(field.derivation?.from ?? [])] : [name];
}

/** Whether the section would render the same; avoids rendering all sections at every key. */
function looksTheSame(before: GuidedSectionProps, now: GuidedSectionProps): boolean {
  const { fields } = now.group;
  if (before.place !== now.place || before.form.change !== now.form.change) return false;
  if (before.group.fields.length !== fields.length) return false;
  return fields.every((named, index) => {
    const [name] = named;
    return (
      before.group.fields[index]?.[0] === name &&
      before.form.errors.get(name) === now.form.errors.get(name) &&
      before.form.warnings.get(name) === now.form.warnings.get(name) &&
      dependenciesOf(named).every((lead) => before.form.values[lead] === now.form.values[lead])
    );
  });
}

export const GuidedSection = memo(function GuidedSection({ group, form, place }: GuidedSectionProps) {
  return (
    <Fieldset group={group} place={place} id={sectionId(group.key)} scope={form.scope}>
      {group.matrix ? (
        <FlagMatrix group={group} matrix={group.matrix} form={form} />
      ) : (
        <Stack>
          {blocksOf(group.fields).map((block) => (
            <Block key={block.key} block={block} form={form} />
          ))}
        </Stack>
      )}
    </Fieldset>
  );
}, looksTheSame);
