import { Button, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import type { User } from '#domain/calls/users.ts';
import { useIsShown } from '#web/lib/use-is-shown.ts';
import { AccountFields } from '#web/ui/fields/account-fields.tsx';
import { FailureAlert } from '#web/ui/form/failure-alert.tsx';
import { ProblemSummary } from '#web/ui/form/problem-summary.tsx';
import { useFormSubmission } from '#web/ui/form/use-form-submission.ts';
import { useUnsavedChanges } from '#web/ui/form/use-unsaved-changes.ts';
import { ButtonLink } from '#web/ui/page/links.tsx';
import { Actions } from '#web/ui/shapes/actions.tsx';
import { ColumnGrid } from '#web/ui/shapes/columns.tsx';
import { RoleSelect } from './role-select.tsx';
import { refreshUsers, type UserBody } from './users-api.ts';

const LIST_PATH = '/admin';
/** Only the server validates accounts. */
const anything = z.custom<UserBody>();

interface UserFormProps {
  stored?: User;
  submitLabel: string;
  /** Saves and shows a notice; throws when that fails. */
  onSave: (body: UserBody) => Promise<void>;
  onLoadCurrent?: (current: User) => void;
}

/** Adds or edits a user; shows all problems that the server reports. */
export function UserForm({ stored, submitLabel, onSave, onLoadCurrent }: UserFormProps) {
  const navigate = useNavigate();
  const isShown = useIsShown();
  const [dirty, setDirty] = useState(false);
  const { release } = useUnsavedChanges(dirty);
  const form = useFormSubmission({
    schema: anything,
    send: async (body) => {
      await onSave(body);
      void refreshUsers();
      release();
      if (isShown()) await navigate({ to: LIST_PATH });
    },
  });
  return (
    <form
      {...form.formProps}
      aria-label={submitLabel}
      onChange={(event) => {
        form.formProps.onChange(event);
        setDirty(true);
      }}
    >
      <Stack>
        <Text size="xs" c="dimmed">
          Los campos con{' '}
          <Text span inherit c="var(--danger)">
            *
          </Text>{' '}
          son obligatorios
        </Text>
        <ProblemSummary form={form} />
        <FailureAlert error={form.failure} onLoadCurrent={onLoadCurrent} />
        <ColumnGrid>
          <AccountFields errorOf={form.errorOf} owner="other" stored={stored} />
          <RoleSelect
            stored={stored?.roles ?? []}
            error={form.errorOf('roles')}
            onChange={() => {
              form.correct('roles');
              setDirty(true);
            }}
          />
        </ColumnGrid>
        <Actions>
          <ButtonLink to={LIST_PATH} variant="outline">
            Cancelar
          </ButtonLink>
          <Button type="submit" color="achiote" loading={form.sending}>
            {submitLabel}
          </Button>
        </Actions>
      </Stack>
    </form>
  );
}
