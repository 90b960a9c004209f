import { Stack } from '@mantine/core';
import { Fragment, type ReactNode, useMemo } from 'react';
import type { Row } from '#web/lib/row.ts';
import { inputId } from '#web/ui/fields/field-props.ts';
import { FailureAlert, type FailureText } from '#web/ui/form/failure-alert.tsx';
import { ProblemList } from '#web/ui/form/problem-list.tsx';
import { FormContents } from './form-contents.tsx';
import { formGroups, untouchedGroups } from './form-groups.ts';
import { FormHead } from './form-head.tsx';
import { FormSection } from './form-section.tsx';
import { missingFields } from './form-values.ts';
import classes from './guided-form.module.css';
import { GuidedSection } from './guided-section.tsx';
import { SaveBar } from './save-bar.tsx';
import type { RecordFormState } from './use-record-form.ts';

interface RecordFormProps {
  form: RecordFormState;
  title: ReactNode;
  submitLabel: string;
  /** Shown above the form when saving fails; without it the caller reports the failure. */
  failureText?: FailureText;
  previous?: Record<string, string>;
  onLoadCurrent?: (row: Row) => void;
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
  } = props;
  const { definition, values, problems, failure, saving, tried, warnings } = form;
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

  return (
    <form
      data-layout={layout}
      aria-label={typeof title === 'string' ? title : definition.titles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      <Stack>
        <FormHead title={title} form={form} />
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
          <div className={classes.guided}>
            <div className={classes.groups}>
              {groups.map((group, index) => (
                <GuidedSection key={group.key} group={group} form={form} place={index + 1} />
              ))}
            </div>
            <FormContents groups={groups} missing={missing} wrong={wrong} untouched={untouchedGroups(groups, values)} />
          </div>
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
        {!compact && saveBar}
      </Stack>
    </form>
  );
}
