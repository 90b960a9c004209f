import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { Button, Drawer, Group, Text } from '@mantine/core';
import { IconHelpCircle, IconLogout, IconUserCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Session } from '#domain/calls/session.ts';
import { roleLabel } from '#domain/roles.ts';
import { useSignupOpen } from '#web/lib/settings.ts';
import { useLatestShown } from '#web/ui/feedback/use-latest-shown.ts';
import { ButtonLink } from '#web/ui/page/links.tsx';
import { LIST_ENTRY } from '#web/ui/shapes/side-tabs.tsx';
import classes from './menu-drawer.module.css';
import type { NavItem } from './navigation.ts';
import type { useMenu } from './use-menu.ts';

interface MenuDrawerProps {
  menu: ReturnType<typeof useMenu>;
  session: Session | null;
  items: NavItem[];
  activePath: NavItem['path'] | undefined;
  onSignOut: () => void;
}

export default function MenuDrawer({ menu, session, items, activePath, onSignOut }: MenuDrawerProps) {
  const signupOpen = useSignupOpen();
  const { opened } = useLatestShown(menu.opened ? true : null);
  return (
    <Drawer.Root
      opened={opened}
      onClose={menu.close}
      returnFocus={menu.returnFocus}
      position="right"
      size={296}
      padding="sm"
      classNames={classes}
    >
      <Drawer.Overlay />
      <Drawer.Content>
        {/* The library's own header would be a second banner landmark. */}
        <Group justify="space-between" p="sm">
          <Drawer.Title pl="sm" fw="var(--mantine-font-weight-bold)">
            Menú
          </Drawer.Title>
          <Drawer.CloseButton aria-label="Cerrar menú" size={44} iconSize={24} c="laguna.7" />
        </Group>
        <Drawer.Body>
          {session && (
            <Link to="/profile" className={LIST_ENTRY} onClick={() => menu.follow('/profile')}>
              <IconUserCircle size={24} aria-hidden />
              <span>
                <strong>{session.cedula}</strong>
                <Text span display="block" size="sm" c="dimmed">
                  {session.nombre} {session.apellido} · {session.roles.map(roleLabel).join(', ')}
                </Text>
              </span>
            </Link>
          )}
          <nav className={classes.nav} aria-label="Principal">
            {items.map(({ path, label, icon: Icon }) => (
              <Link
                key={path}
                to={path}
                className={LIST_ENTRY}
                aria-current={path === activePath ? 'page' : undefined}
                onClick={() => menu.follow(path)}
              >
                <Icon size={20} aria-hidden />
                {label}
              </Link>
            ))}
          </nav>
          {session && (
            <Link to="/ayuda" className={LIST_ENTRY} onClick={() => menu.follow('/ayuda')}>
              <IconHelpCircle size={20} aria-hidden />
              Ayuda
            </Link>
          )}
          {session ? (
            <Button
              variant="outline"
              fullWidth
              h="3.25rem"
              leftSection={<IconLogout size={20} aria-hidden />}
              onClick={onSignOut}
            >
              Salir
            </Button>
          ) : (
            <>
              <ButtonLink to="/login" fullWidth h="3.25rem" onClick={() => menu.follow('/login')}>
                INICIAR SESIÓN
              </ButtonLink>
              {signupOpen && (
                <ButtonLink
                  to="/register"
                  variant="outline"
                  fullWidth
                  h="3.25rem"
                  onClick={() => menu.follow('/register')}
                >
                  REGISTRARSE
                </ButtonLink>
              )}
            </>
          )}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
