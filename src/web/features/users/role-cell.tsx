import { Group } from '@mantine/core';
import { IconClockHour4 } from '@tabler/icons-react';
import type { User } from '#domain/calls/users.ts';
import { roleLabel } from '#domain/roles.ts';
import { ToneBadge } from '#web/ui/shapes/tone-badge.tsx';
import { isWaiting } from './users-api.ts';

export function RoleCell({ user }: { user: User }) {
  const names = user.roles.map(({ name }) => name);
  return (
    <Group gap="2xs" data-roles={names.join(' ')}>
      {names.map(roleLabel).join(', ')}
      {isWaiting(user) && (
        <ToneBadge tone="brand" icon={<IconClockHour4 size={16} aria-hidden />}>
          Por verificar
        </ToneBadge>
      )}
    </Group>
  );
}
