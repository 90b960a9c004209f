import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import { isWithin } from '#domain/fields/number.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { formGroups, type NamedField, SECTIONS_AT_ONCE } from '#web/records/form/form-groups.ts';
import { FormSection } from '#web/records/form/form-section.tsx';
import { proposalFor } from '#web/records/form/form-values.ts';
import { GuidedSection } from '#web/records/form/guided-section.tsx';
import type { RecordFormState } from '#web/records/form/use-record-form.ts';
import { inputId } from '#web/ui/fields/field-props.ts';
import { FieldWarning } from '#web/ui/fields/field-warning.tsx';
import classes from './visit.module.css';

/** The date of a record and the age derived from it, which the visit shows in one line. */
export function dayFieldsOf({ fields }: RecordDefinition): NamedField[] {
  const named = Object.entries(fields);
  const day = named.find(([, field]) => field.kind === 'date' && field.defaultToday);
  if (!day) return [];
  const derived = named.filter(
    ([, field]) =>
      field.kind === 'number' && field.derivation?.from.length === 1 && field.derivation.from[0] === day[0],
  );
  return [day, ...derived];
}

/** Whether a derived field has to be typed, because nothing can be derived from the day: the age of a newborn in months. */
export function needsTyping({ definition, values, context }: RecordFormState, name: string): boolean {
  const field = definition.fields[name];
  if (field?.kind !== 'number' || !field.derivation) return false;
  const proposed = proposalFor(definition, name, values, context)?.value;
  return proposed === undefined || !isWithin(field, proposed);
}

interface VisitFieldsProps {
  form: RecordFormState;
  /** Fields that stand elsewhere on the screen; one with a problem, or that has to be typed, is shown anyway. */
  hidden: readonly string[];
  /** Whether the hidden fields can be seen now, with their warnings. */
  hiddenOpened?: boolean;
  previous?: Record<string, string>;
  belowField?: Record<string, ReactNode>;
  /** Content beside the heading of a section, by section key. */
  actions?: Record<string, ReactNode>;
}

const NOTHING: Record<string, never> = {};

/** The fields of a record in the visit, as its own form shows them. */
export function VisitFields(props: VisitFieldsProps) {
  const { form, hidden, hiddenOpened = false, previous = NOTHING, belowField = NOTHING, actions = NOTHING } = props;
  const isShown = (name: string) => !hidden.includes(name) || form.errors.has(name) || needsTyping(form, name);
  const groups = formGroups(form.definition, form.values)
    .map((group) => ({ ...group, fields: group.fields.filter(([name]) => isShown(name)) }))
    .filter(({ fields }) => fields.length > 0);
  const warned = hiddenOpened ? [] : hidden.filter((name) => form.warnings.has(name) && !isShown(name));
  const guided = (form.definition.sections?.length ?? 0) > SECTIONS_AT_ONCE;
  const notes = warned.map((name) => (
    <Box key={name} id={inputId({ name, scope: form.scope })} tabIndex={-1}>
      <FieldWarning>{form.warnings.get(name) ?? ''}</FieldWarning>
    </Box>
  ));
  const sections = groups.map((group, index) => (
    <Box key={group.key} pos="relative">
      {actions[group.key] && <Box className={classes.action ?? ''}>{actions[group.key]}</Box>}
      {guided ? (
        <GuidedSection group={group} form={form} place={index + 1} />
      ) : (
        <FormSection
          group={group}
          form={form}
          previous={previous}
          belowField={belowField}
          heading={index === 0 ? 'hidden' : 'label'}
        />
      )}
    </Box>
  ));
  return (
    <>
      {notes}
      {sections}
    </>
  );
}
