import { Button } from '@mantine/core';
import { IconHistory, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './form-head.module.css';
import type { RecordFormState } from './use-record-form.ts';

interface FormHeadProps {
  title: ReactNode;
  form: RecordFormState;
}

/** What the form is for, what to know while filling it in, and what an earlier visit left in it. */
export function FormHead({ title, form }: FormHeadProps) {
  const { definition, restored, discard } = form;
  const allRequired = Object.values(definition.fields).every(({ required }) => required);
  return (
    <>
      <div className={classes.head} data-stacked={definition.intro ? true : undefined}>
        <h2>{title}</h2>
        <p>
          {definition.intro && `${definition.intro} `}
          {allRequired ? (
            'Todos los campos son obligatorios.'
          ) : (
            <>
              Los campos con <b>*</b> son obligatorios
            </>
          )}
        </p>
      </div>
      {definition.info && (
        <div className={classes.note}>
          <IconInfoCircle size={20} aria-hidden />
          <ul>
            {definition.info.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      )}
      {restored && (
        <div className={classes.note} role="status">
          <IconHistory size={20} aria-hidden />
          <span className={classes.restored}>Recuperamos lo que habías escrito.</span>
          <Button variant="subtle" size="sm" onClick={discard}>
            Descartar
          </Button>
        </div>
      )}
    </>
  );
}
