import { IconLock } from '@tabler/icons-react';
import { useSession } from '#web/lib/session.ts';
import { TextLink } from '#web/ui/page/links.tsx';
import { Note } from './note.tsx';

/** Reminds an account that still has its generated password to change it. */
export function PasswordReminder() {
  if (!useSession()?.recordarClave) return null;
  return (
    <Note icon={IconLock}>
      Cambia la contraseña que se generó al instalar la Libreta por una que solo tú conozcas:{' '}
      <TextLink to="/profile" hash="perfil-clave" inherit>
        cambiar contraseña
      </TextLink>
      .
    </Note>
  );
}
