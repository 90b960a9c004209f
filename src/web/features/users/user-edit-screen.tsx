import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { User } from '#domain/calls/users.ts';
import { isNotFound } from '#web/lib/api-errors.ts';
import { hasFailed } from '#web/lib/load-failure.ts';
import { DevicesOf } from '#web/records/devices/device-lists.tsx';
import { MissingPage } from '#web/ui/feedback/missing-page.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { Retry } from '#web/ui/feedback/retry.tsx';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { Page, PageHeader } from '#web/ui/page/page.tsx';
import { Card } from '#web/ui/shapes/card.tsx';
import { SkeletonTable } from '#web/ui/table/skeleton-table.tsx';
import { EndSessions } from './end-sessions.tsx';
import { SecondFactorReset } from './second-factor-reset.tsx';
import { UserForm } from './user-form.tsx';
import classes from './users.module.css';
import { fullName, replaceUser, userById } from './users-api.ts';

const route = getRouteApi('/admin/edit/$userId');

export function UserEditScreen() {
  const { userId } = route.useParams();
  const query = useQuery(userById(userId));
  const { data, error } = query;
  if (isNotFound(error))
    return (
      <MissingPage
        title="No encontramos a este usuario"
        message="Puede que se haya eliminado."
        picture="mujer"
        leadsTo={{ to: '/admin', label: 'Ir a Usuarios' }}
      />
    );
  return (
    <Page>
      <PageHeader
        title="Editar Usuario"
        description={data && fullName(data)}
        back={<BackLink to="/admin">Usuarios</BackLink>}
      />
      <Card className={classes.card}>
        {data && <EditForm key={data._id} user={data} />}
        {!data && hasFailed(query) && <Retry query={query} height={168} />}
        {!data && !hasFailed(query) && <SkeletonTable rows={3} columns={2} label="Cargando el usuario…" />}
      </Card>
      {data && <EndSessions key={`${data._id} sesiones`} user={data} />}
      {data && <DevicesOf key={`${data._id} equipos`} user={data} className={`${classes.card} ${classes.after}`} />}
      {data && <SecondFactorReset key={data._id} user={data} />}
    </Page>
  );
}

/** Sends the version on which the form is based, so that no other change is overwritten. */
function EditForm({ user }: { user: User }) {
  const [base, setBase] = useState(user);
  return (
    <UserForm
      key={base.version}
      stored={base}
      submitLabel="Guardar Cambios"
      onSave={async (body) => {
        const { message } = await replaceUser(base, body);
        notify.success({ title: 'Usuario Actualizado', message });
      }}
      onLoadCurrent={setBase}
    />
  );
}
