import { ACCOUNT_MESSAGES } from '#domain/accounts.ts';
import type { PasswordOwner } from '#domain/passwords/easy-password.ts';
import { FieldWarning } from './field-warning.tsx';
import classes from './fields.module.css';
import { PasswordField } from './password-field.tsx';
import { useEasyPassword } from './use-easy-password.ts';

export const PASSWORD_RULE = 'Mínimo 8 caracteres, con una mayúscula, una minúscula y un número.';

const BETTER = {
  self: 'Mejor otra: tres o cuatro palabras sin relación contigo, con una mayúscula y un número.',
  other: 'Mejor otra: tres o cuatro palabras sin relación con la persona, con una mayúscula y un número.',
};

interface NewPasswordFieldProps {
  id?: string;
  name: string;
  label: string;
  hint?: string;
  error: string | undefined;
  required: boolean;
  withAsterisk?: boolean;
  /** Who will sign in with it: whoever sits before the screen, or somebody else. */
  whose: keyof typeof BETTER;
  /** What is known of that person and is not asked in the same form. */
  owner?: PasswordOwner | undefined;
}

/** A password that an account is given: one that is easy to guess is said to be so, and may be saved. */
export function NewPasswordField({ hint = PASSWORD_RULE, error, whose, owner, ...field }: NewPasswordFieldProps) {
  const { input, easy } = useEasyPassword(owner);
  const warned = easy && !error;
  return (
    <PasswordField
      {...field}
      ref={input}
      autoComplete="new-password"
      error={error}
      classNames={{ input: warned ? (classes.warned ?? '') : '' }}
      description={
        <>
          {!warned && hint}
          {/* Always there, so that what comes into it is read out. */}
          <span aria-live="polite">
            {warned && <FieldWarning>{`${ACCOUNT_MESSAGES.easyPassword}. ${BETTER[whose]}`}</FieldWarning>}
          </span>
        </>
      }
    />
  );
}
