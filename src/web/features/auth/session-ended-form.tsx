import { Button } from '@mantine/core';
import { signinSchema } from '#domain/accounts.ts';
import dialog from '#web/ui/feedback/dialog.module.css';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { FailureAlert } from '#web/ui/form/failure-alert.tsx';
import { ProblemSummary } from '#web/ui/form/problem-summary.tsx';
import { useFormSubmission } from '#web/ui/form/use-form-submission.ts';
import { signin } from './session-api.ts';
import classes from './session-ended-form.module.css';

export function SessionEndedForm({ cedula, onLeave }: { cedula: string; onLeave: () => void }) {
  const form = useFormSubmission({ schema: signinSchema, send: signin });
  return (
    <form {...form.formProps} className={classes.form}>
      <p>Escribe tu contraseña para seguir donde estabas. Nada de lo que escribiste se ha perdido.</p>
      <ProblemSummary form={form} />
      <FailureAlert error={form.failure} />
      <div className={classes.who}>
        <span>Cédula</span>
        <strong>{cedula}</strong>
      </div>
      <input type="hidden" name="cedula" autoComplete="username" value={cedula} />
      <PasswordField
        name="password"
        label="Contraseña"
        autoComplete="current-password"
        data-autofocus
        error={form.errorOf('password')}
      />
      <div className={dialog.actions}>
        <Button variant="outline" onClick={onLeave}>
          Salir
        </Button>
        <Button type="submit" color="achiote" loading={form.sending}>
          Continuar
        </Button>
      </div>
    </form>
  );
}
