import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { Button, Menu, Text } from '@mantine/core';
import { IconUserCheck } from '@tabler/icons-react';
import type { User } from '#domain/calls/users.ts';
import { roleLabel } from '#domain/roles.ts';
import { DROPDOWN_PLACEMENT } from '#web/ui/page/dropdown-placement.ts';
import { ROLE_POWERS } from './role-powers.ts';
import type { GivenRole } from './use-user-actions.tsx';
import { fullName } from './users-api.ts';

/** Gives an account that waits for verification its role. */
export function GiveRoleMenu({ user, onGive }: { user: User; onGive: (role: GivenRole) => void }) {
  return (
    <Menu position="bottom-start" shadow="md" width={280} withInitialFocusPlaceholder={false} {...DROPDOWN_PLACEMENT}>
      <Menu.Target>
        <Button
          size="sm"
          leftSection={<IconUserCheck size={16} aria-hidden />}
          aria-label={`Dar rol… a ${fullName(user)}`}
        >
          Dar rol…
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {ROLE_POWERS.map((role) => (
          <Menu.Item key={role.name} mih={44} onClick={() => onGive(role)}>
            <Text span display="block" fw="var(--mantine-font-weight-bold)">
              {roleLabel(role.name)}
            </Text>
            <Text span display="block" size="xs" c="dimmed">
              {role.power}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
