import { useQuery } from '@tanstack/react-query';
import { showInstantDay } from '#domain/calendar.ts';
import type { Profile } from '#domain/calls/session.ts';
import { roleLabel } from '#domain/roles.ts';
import { hasFailed } from '#web/lib/load-failure.ts';
import { Retry } from '#web/ui/feedback/retry.tsx';
import { Page, PageHeader } from '#web/ui/page/page.tsx';
import { SkeletonTable } from '#web/ui/table/skeleton-table.tsx';
import { PasswordForm } from './password-form.tsx';
import { profileQuery } from './profile-api.ts';
import classes from './profile-screen.module.css';

export function ProfileScreen() {
  const query = useQuery(profileQuery);
  const { data } = query;
  return (
    <Page>
      <PageHeader title="Mi perfil" description="Tus datos, tu contraseña y lo que has registrado." />
      <div className={classes.columns}>
        <section className={classes.card} aria-labelledby="perfil-datos">
          <h2 id="perfil-datos">Mis datos</h2>
          {data && <Data profile={data} />}
          {!data && hasFailed(query) && <Retry query={query} height={280} />}
          {!data && !hasFailed(query) && <SkeletonTable rows={5} columns={2} />}
        </section>
        <div className={classes.aside}>
          {data && <Entered registros={data.registros} />}
          <section className={classes.card} aria-labelledby="perfil-clave">
            <h2 id="perfil-clave">Cambiar contraseña</h2>
            <PasswordForm />
          </section>
        </div>
      </div>
    </Page>
  );
}

function Data({ profile }: { profile: Profile }) {
  const rows: [string, string][] = [
    ['Nombre', profile.nombre],
    ['Apellido', profile.apellido],
    ['Cédula', profile.cedula],
    ['Correo electrónico', profile.email],
    [profile.roles.length > 1 ? 'Roles' : 'Rol', profile.roles.map(({ name }) => roleLabel(name)).join(', ')],
    ['Fecha de registro', showInstantDay(profile.fechaRegistro)],
  ];
  return (
    <dl className={classes.data}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Entered({ registros }: { registros: Profile['registros'] }) {
  const figures: [string, number][] = [
    ['Mujeres', registros.mujeres],
    ['Niños y niñas', registros.ninos],
    ['Controles, vacunas y otros', registros.total - registros.mujeres - registros.ninos],
    ['Total', registros.total],
  ];
  return (
    <section className={classes.card} aria-labelledby="perfil-registros">
      <h2 id="perfil-registros">Registros que has ingresado</h2>
      <dl className={classes.figures}>
        {figures.map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{count.toLocaleString('es-EC')}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
