import { Box, Burger, Button } from '@mantine/core';
import { IconLogout, IconUserCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useSession } from '#web/lib/session.ts';
import { useSignupOpen } from '#web/lib/settings.ts';
import { useSignOut } from '#web/lib/sign-out.ts';
import { confirmLeaving } from '#web/ui/form/unsaved-changes.ts';
import { lazyPart } from '#web/ui/page/lazy-part.tsx';
import { ButtonLink } from '#web/ui/page/links.tsx';
import { Brand } from './brand.tsx';
import classes from './header.module.css';
import { useNavigation } from './navigation.ts';
import { useMenu } from './use-menu.ts';

const loadDrawer = () => import('./menu-drawer.tsx');
const MenuDrawer = lazyPart(loadDrawer);

export function Header() {
  const session = useSession();
  const signupOpen = useSignupOpen();
  const { items, activePath } = useNavigation();
  const signOut = useSignOut();
  const menu = useMenu();
  const leave = async () => {
    if (!(await confirmLeaving({ forGood: true }))) return;
    menu.close();
    await signOut();
  };

  return (
    <div className={classes.inner}>
      <Brand />
      <Box component="nav" visibleFrom="md" className={classes.nav ?? ''} aria-label="Principal">
        {items.map(({ path, label }) => (
          <Link key={path} to={path} aria-current={path === activePath ? 'page' : undefined}>
            {label}
          </Link>
        ))}
      </Box>
      <Box visibleFrom="md" className={classes.user ?? ''}>
        {session ? (
          <>
            <ButtonLink to="/profile" variant="subtle" size="sm" leftSection={<IconUserCircle size={20} aria-hidden />}>
              {session.cedula}
            </ButtonLink>
            <Button variant="outline" size="sm" leftSection={<IconLogout size={16} aria-hidden />} onClick={leave}>
              Salir
            </Button>
          </>
        ) : (
          <>
            {signupOpen && (
              <ButtonLink to="/register" variant="subtle" size="sm">
                REGISTRARSE
              </ButtonLink>
            )}
            <ButtonLink to="/login" size="sm">
              INICIAR SESIÓN
            </ButtonLink>
          </>
        )}
      </Box>
      <Burger
        hiddenFrom="md"
        w="var(--touch)"
        h="var(--touch)"
        ml="auto"
        mr="-xs"
        opened={false}
        size={22}
        lineSize={2}
        aria-label="Abrir menú"
        aria-haspopup="dialog"
        aria-expanded={menu.opened}
        onPointerDown={() => void loadDrawer().catch(() => undefined)}
        onClick={menu.open}
      />
      {menu.everOpened && (
        <MenuDrawer menu={menu} session={session} items={items} activePath={activePath} onSignOut={leave} />
      )}
    </div>
  );
}
