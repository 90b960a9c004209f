import { Group, Stack, Text } from '@mantine/core';
import type { Field } from '#domain/fields/index.ts';
import classes from './fields-grid.module.css';
import { Fieldset } from './fieldset.tsx';
import { FlagMatrix } from './flag-matrix.tsx';
import { FormField } from './form-field.tsx';
import { blocksOf, type FormBlock, isShort, isTiny, type NamedField } from './form-groups.ts';
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
      <div key={name} data-width={widthOf(field)}>
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
  const id = `grupo-${block.rows[0]?.[0]?.[0]}`;
  return (
    // Not a fieldset: in a fieldset it would be read as one more numbered section.
    <Stack role="group" aria-labelledby={id}>
      <Text id={id} size="sm" fw="var(--mantine-font-weight-bold)" mb="-xs">
        {block.label}
      </Text>
      {rows}
    </Stack>
  );
}

/** Where the contents lead to. */
export const sectionId = (key: string) => `seccion-${key}`;

/** One numbered section of a long form. */
export function GuidedSection({ group, form, place }: Pick<FormSectionProps, 'group' | 'form'> & { place: number }) {
  return (
    <Fieldset group={group} place={place} id={sectionId(group.key)}>
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
}
