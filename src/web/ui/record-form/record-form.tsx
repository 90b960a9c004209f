import { type ReactNode, useMemo } from 'react';
import type { Row } from '#web/lib/row.ts';
import { ProblemList } from '#web/ui/problem-list.tsx';
import { type FailureText, FormFailure } from './form-failure.tsx';
import { formGroups } from './form-groups.ts';
import { FormSection } from './form-section.tsx';
import { missingLabels } from './form-values.ts';
import classes from './record-form.module.css';
import { SaveBar } from './save-bar.tsx';
import type { RecordFormOptions, RecordFormState } from './use-record-form.ts';

interface RecordFormProps {
  definition: RecordFormOptions['definition'];
  form: RecordFormState;
  title: ReactNode;
  submitLabel: string;
  /** Says why saving failed, above the form; without it the failure is told elsewhere. */
  failureText?: FailureText;
  previous?: Record<string, string>;
  onLoadCurrent?: (row: Row) => void;
  /** `compact`: few fields, the button in the last row. */
  layout?: 'compact' | 'page';
}

const NOTHING_BEFORE = {};

/** The form of any declared record: its sections, its rules beside their fields, and one main action. */
export function RecordForm(props: RecordFormProps) {
  const { definition, form, title, submitLabel, failureText, previous = NOTHING_BEFORE, layout = 'page' } = props;
  const { values, problems, failure, saving, tried } = form;
  const labels = useMemo(
    () => Object.fromEntries(Object.entries(definition.fields).map(([name, { label }]) => [name, label])),
    [definition],
  );
  const groups = formGroups(definition, values);
  const missing = missingLabels(definition, values);
  const toCorrect = tried ? problems.filter(({ path }) => path && !missing.includes(labels[path] ?? '')).length : 0;
  const saveBar = <SaveBar label={submitLabel} saving={saving} missing={missing} toCorrect={toCorrect} />;
  const compact = layout === 'compact';

  return (
    <form
      className={classes.form}
      data-layout={layout}
      aria-label={typeof title === 'string' ? title : definition.titles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      <div className={classes.head}>
        <h2>{title}</h2>
        <span>
          Los campos con <b>*</b> son obligatorios
        </span>
      </div>
      {failure !== null && failureText ? (
        <FormFailure
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
      {groups.map((group, index) => (
        <FormSection
          key={group.key}
          group={group}
          form={form}
          previous={previous}
          heading={compact ? (index === 0 ? 'hidden' : 'label') : 'title'}
        >
          {compact && index === groups.length - 1 && saveBar}
        </FormSection>
      ))}
      {!compact && saveBar}
    </form>
  );
}
