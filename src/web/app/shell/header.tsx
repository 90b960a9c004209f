import { Box, Burger, Button } from '@mantine/core';
import { IconHelpCircle, IconLogout, IconUserCircle } from '@tabler/icons-react';
import { Link, type RegisteredRouter, useRouter } from '@tanstack/react-router';
import { waitingWork } from '#web/device/shown/waiting-work.ts';
import { draftsSurviveSignOut } from '#web/lib/drafts.ts';
import { useSession } from '#web/lib/session.ts';
import { useSignupOpen } from '#web/lib/settings.ts';
import { useSignOut } from '#web/lib/sign-out.ts';
import { confirmLeaving } from '#web/ui/form/unsaved-changes.ts';
import { lazyPart, registerLazyLoader } from '#web/ui/page/lazy-part.tsx';
import { ButtonLink } from '#web/ui/page/links.tsx';
import { Brand } from './brand.tsx';
import classes from './header.module.css';
import { useNavigation } from './navigation.ts';
import { useMenu } from './use-menu.ts';

const HeaderTools = lazyPart(() => import('./header-tools.tsx'));
const loadDrawer = () => import('./menu-drawer.tsx');
const MenuDrawer = lazyPart(loadDrawer);
const leavingWork = registerLazyLoader(() => import('./leaving-work.ts'));

/** Leaving loses nothing; if the question cannot be loaded, it is allowed. */
const mayLeaveWork = (router: RegisteredRouter) =>
  leavingWork().then(
    ({ confirmLeavingWork }) => confirmLeavingWork(router),
    () => true,
  );

export function AppHeader() {
  const session = useSession();
  const signupOpen = useSignupOpen();
  const { items, activePath } = useNavigation();
  const signOut = useSignOut();
  const router = useRouter();
  const menu = useMenu();
  const leave = async () => {
    if (!(await confirmLeaving({ forGood: !session || !draftsSurviveSignOut(session._id) }))) return;
    menu.close();
    if (waitingWork.get()?.length && !(await mayLeaveWork(router))) return;
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
      <Box ml="auto" h="var(--touch)" style={{ display: 'flex', alignItems: 'center' }}>
        {session && <HeaderTools session={session} />}
      </Box>
      <Box visibleFrom="md" className={classes.user ?? ''}>
        {session ? (
          <>
            <ButtonLink to="/ayuda" variant="subtle" size="sm" px="xs" aria-label="Ayuda" title="Ayuda">
              <IconHelpCircle size={22} aria-hidden />
            </ButtonLink>
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
