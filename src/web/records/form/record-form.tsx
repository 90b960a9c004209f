import { Box, Stack } from '@mantine/core';
import { Fragment, type ReactNode, useMemo } from 'react';
import type { Row } from '#web/lib/row.ts';
import { inputId } from '#web/ui/fields/field-props.ts';
import { FailureAlert, type FailureText } from '#web/ui/form/failure-alert.tsx';
import { ProblemList } from '#web/ui/form/problem-list.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.tsx';
import { useWide } from '#web/ui/page/use-wide.ts';
import { formGroups } from './form-groups.ts';
import { FormHead, FormNotes } from './form-head.tsx';
import { FormSection } from './form-section.tsx';
import { missingFields } from './form-values.ts';
import { SaveBar } from './save-bar.tsx';
import { useFieldsAtRest } from './use-fields-at-rest.ts';
import type { RecordFormState } from './use-record-form.ts';

/** Long forms are rare, so their code is no part of the booklet's. */
const GuidedGroups = lazyPart(() => import('./guided-groups.tsx'), <Box mih="100vh" />);

interface RecordFormProps {
  form: RecordFormState;
  title: ReactNode;
  submitLabel: string;
  /** Shown above the form when saving fails; without it the caller reports the failure. */
  failureText?: FailureText;
  previous?: Record<string, string>;
  onLoadCurrent?: (row: Row) => void;
  /** In a section of the booklet, where a phone shows the first field without scrolling. */
  inSection?: boolean;
  /** `compact`: few fields, the button in the last row. `guided`: many, in numbered sections with an index. */
  layout?: 'compact' | 'page' | 'guided';
  /** Content under the fields of a section, by section key. */
  notes?: Record<string, ReactNode>;
  belowField?: Record<string, ReactNode> | undefined;
}

const NOTHING = {};

export function RecordForm(props: RecordFormProps) {
  const {
    form,
    title,
    submitLabel,
    failureText,
    previous = NOTHING,
    layout = 'page',
    notes = {},
    belowField = {},
    inSection = false,
  } = props;
  const { definition, values, problems, failure, saving, tried, warnings } = form;
  const fields = useFieldsAtRest(saving);
  const labels = useMemo(
    () => Object.fromEntries(Object.entries(definition.fields).map(([name, { label }]) => [name, label])),
    [definition],
  );
  const groups = formGroups(definition, values);
  const missing = missingFields(definition, values);
  const wrong = tried ? problems.map(({ path }) => path).filter((path) => path && !missing.includes(path)) : [];
  const saveBar = (
    <SaveBar
      label={submitLabel}
      saving={saving}
      missing={missing.map((name) => labels[name] ?? '')}
      toCorrect={new Set(wrong).size}
      warned={[...warnings.keys()]
        .filter((name) => !form.errors.has(name))
        .map((name) => inputId({ name, scope: form.scope }))}
    />
  );
  const compact = layout === 'compact';
  const tight = !useWide() && inSection;
  // A message above the fields would stand where the first group has its heading.
  const hasMessage = form.restored || problems.length > 1 || (failure !== null && failureText !== undefined);
  const shortHead = compact || hasMessage ? 'line' : 'hidden';

  return (
    <form
      ref={fields}
      data-layout={layout}
      aria-label={typeof title === 'string' ? title : definition.titles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      <Stack gap={tight ? 'sm' : 'md'} pos="relative">
        <FormHead title={title} form={form} look={tight ? shortHead : 'full'} />
        {failure !== null && failureText ? (
          <FailureAlert
            ref={form.summary}
            error={failure}
            text={failureText}
            problems={problems}
            labels={labels}
            onLoadCurrent={props.onLoadCurrent}
          />
        ) : (
          problems.length > 1 && <ProblemList ref={form.summary} problems={problems} labels={labels} />
        )}
        {layout === 'guided' ? (
          <GuidedGroups form={form} groups={groups} missing={missing} wrong={wrong} />
        ) : (
          groups.map((group, index) => (
            <Fragment key={group.key}>
              <FormSection
                group={group}
                form={form}
                previous={previous}
                belowField={belowField}
                heading={compact ? (index === 0 ? 'hidden' : 'label') : 'title'}
              >
                {compact && index === groups.length - 1 && saveBar}
              </FormSection>
              {notes[group.key]}
            </Fragment>
          ))
        )}
        {tight && <FormNotes definition={definition} />}
        {!compact && saveBar}
      </Stack>
    </form>
  );
}
