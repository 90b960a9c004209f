import { Group } from '@mantine/core';
import { IconBulb } from '@tabler/icons-react';
import { ACCOUNT_MESSAGES } from '#domain/accounts.ts';
import type { PasswordOwner } from '#domain/passwords/easy-password.ts';
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
  /** Whether the account is the user's own or another person's. */
  accountKind: keyof typeof BETTER;
  /** Data of that person that the form itself does not contain. */
  owner?: PasswordOwner | undefined;
}

/** A new password; an easy one may be saved, so the advice about it does not look like an error. */
export function NewPasswordField({
  hint = PASSWORD_RULE,
  error,
  accountKind: account,
  owner,
  ...field
}: NewPasswordFieldProps) {
  const { input, easy } = useEasyPassword(owner);
  const advised = easy && !error;
  return (
    <PasswordField
      {...field}
      ref={input}
      autoComplete="new-password"
      error={error}
      description={
        <>
          {!advised && hint}
          {/* A live region must exist before its content changes, or screen readers do not announce it. */}
          <span aria-live="polite">
            {advised && (
              <Group component="span" gap="2xs" wrap="nowrap" align="flex-start" c="laguna.8">
                <IconBulb size={16} aria-hidden />
                <span>{`${ACCOUNT_MESSAGES.easyPassword}. ${BETTER[account]}`}</span>
              </Group>
            )}
          </span>
        </>
      }
    />
  );
}
