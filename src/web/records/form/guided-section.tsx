import type { Field } from '#domain/fields/index.ts';
import { FlagMatrix } from './flag-matrix.tsx';
import { FormField } from './form-field.tsx';
import { blocksOf, type FormBlock, isShort, isTiny, type NamedField } from './form-groups.ts';
import type { FormSectionProps } from './form-section.tsx';
import classes from './guided-form.module.css';
import type { RecordFormState } from './use-record-form.ts';

function widthOf(field: Field): string {
  if (isTiny(field)) return classes.tiny ?? '';
  if (field.kind === 'choice') return classes.choice ?? '';
  return isShort(field) ? (classes.short ?? '') : '';
}

const isOdd = (row: NamedField[]) => row.filter(([, field]) => isShort(field) && !isTiny(field)).length % 2 === 1;

function Block({ block, form }: { block: FormBlock; form: RecordFormState }) {
  const rows = block.rows.map((row) => (
    <div key={row[0]?.[0]} className={block.tiles ? classes.tiles : classes.row} data-odd={isOdd(row) || undefined}>
      {row.map(([name, field]) => (
        <div key={name} className={widthOf(field)}>
          <FormField name={name} field={field} form={form} />
        </div>
      ))}
    </div>
  ));
  if (!block.label) return <div className={classes.block}>{rows}</div>;
  const id = `grupo-${block.rows[0]?.[0]?.[0]}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset in a fieldset would be read as one more numbered section.
    <div className={classes.block} role="group" aria-labelledby={id}>
      <p id={id} className={classes.blockLabel}>
        {block.label}
      </p>
      {rows}
    </div>
  );
}

/** Where the contents lead to. */
export const sectionId = (key: string) => `seccion-${key}`;

/** One numbered section of a long form. */
export function GuidedSection({ group, form, place }: Pick<FormSectionProps, 'group' | 'form'> & { place: number }) {
  return (
    <fieldset className={classes.section} id={sectionId(group.key)} data-matrix={group.matrix ? true : undefined}>
      <legend className={classes.legend}>
        <span className={classes.number} aria-hidden>
          {place}
        </span>
        {group.title}
      </legend>
      {group.hint && <p className={classes.hint}>{group.hint}</p>}
      {group.matrix ? (
        <FlagMatrix group={group} matrix={group.matrix} form={form} />
      ) : (
        <div>
          {blocksOf(group.fields).map((block) => (
            <Block key={block.key} block={block} form={form} />
          ))}
        </div>
      )}
    </fieldset>
  );
}
