import { useRef } from 'react';
import { newId } from '#domain/new-id.ts';
import { isIdTaken } from '#web/lib/api-errors.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { Page, PageHeader } from '#web/ui/page/page.tsx';
import { Card } from '#web/ui/shapes/card.tsx';
import { UserForm } from './user-form.tsx';
import classes from './users.module.css';
import { postUser, type UserBody } from './users-api.ts';

export function UserAddScreen() {
  const id = useRef(newId());
  const save = async (body: UserBody) => {
    try {
      await postUser(id.current, body);
    } catch (error) {
      // An earlier attempt with this id was stored or deleted; the current values are another user.
      if (isIdTaken(error)) id.current = newId();
      throw error;
    }
    notify.success({ title: '¡Usuario Agregado!', message: 'El usuario ha sido agregado correctamente.' });
  };
  return (
    <Page>
      <PageHeader title="Agregar Usuario" back={<BackLink to="/admin">Usuarios</BackLink>} />
      <Card className={classes.card}>
        <UserForm submitLabel="Agregar Usuario" onSave={save} />
      </Card>
    </Page>
  );
}
