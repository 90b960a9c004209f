import { Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { showInstantDay } from '#domain/calendar.ts';
import type { Profile } from '#domain/calls/session.ts';
import { can, roleLabel } from '#domain/roles.ts';
import { hasFailed } from '#web/lib/load-failure.ts';
import { useSession } from '#web/lib/session.ts';
import { OwnDevices } from '#web/records/devices/device-lists.tsx';
import { PasswordReminder } from '#web/ui/feedback/password-reminder.tsx';
import { Retry } from '#web/ui/feedback/retry.tsx';
import { Page, PageHeader } from '#web/ui/page/page.tsx';
import { Card } from '#web/ui/shapes/card.tsx';
import { ColumnGrid } from '#web/ui/shapes/columns.tsx';
import { Facts } from '#web/ui/shapes/facts.tsx';
import { SkeletonTable } from '#web/ui/table/skeleton-table.tsx';
import { OwnMeasuring } from './own-measuring.tsx';
import { OwnSecondFactor } from './own-second-factor.tsx';
import { PasswordForm } from './password-form.tsx';
import { profileQuery } from './profile-api.ts';
import { OpenSessions } from './sessions-list.tsx';

export function ProfileScreen() {
  const query = useQuery(profileQuery);
  const { data } = query;
  const roles = useSession()?.roles ?? [];
  return (
    <Page>
      <PageHeader title="Mi perfil" description="Tus datos, tu contraseña y lo que has registrado." />
      <ColumnGrid>
        <Card as="section" aria-labelledby="perfil-datos">
          <Title order={2} id="perfil-datos" mb="sm">
            Mis datos
          </Title>
          {data && <Data profile={data} />}
          {!data && hasFailed(query) && <Retry query={query} height={280} />}
          {!data && !hasFailed(query) && <SkeletonTable rows={5} columns={2} />}
        </Card>
        <Stack gap="var(--gutter)">
          <PasswordReminder />
          {data && <Entered registros={data.registros} />}
          {can(roles, 'booklet') && <OwnMeasuring />}
          <Card as="section" aria-labelledby="perfil-clave">
            <Title order={2} id="perfil-clave" mb="sm">
              Cambiar contraseña
            </Title>
            <PasswordForm />
          </Card>
          <OwnSecondFactor />
          <OpenSessions />
          <OwnDevices />
        </Stack>
      </ColumnGrid>
    </Page>
  );
}

function Data({ profile }: { profile: Profile }) {
  const { nombre, apellido, cedula, email, roles, fechaRegistro } = profile;
  return (
    <Facts
      layout="rows"
      facts={[
        { label: 'Nombre', value: nombre },
        { label: 'Apellido', value: apellido },
        { label: 'Cédula', value: cedula },
        { label: 'Correo electrónico', value: email },
        { label: roles.length > 1 ? 'Roles' : 'Rol', value: roles.map(({ name }) => roleLabel(name)).join(', ') },
        { label: 'Fecha de registro', value: showInstantDay(fechaRegistro) },
      ]}
    />
  );
}

function Entered({ registros: { mujeres, ninos, total } }: { registros: Profile['registros'] }) {
  const figures: [string, number][] = [
    ['Mujeres', mujeres],
    ['Niños y niñas', ninos],
    ['Controles, vacunas y otros', total - mujeres - ninos],
    ['Total', total],
  ];
  return (
    <Card as="section" aria-labelledby="perfil-registros">
      <Title order={2} id="perfil-registros" mb="sm">
        Registros que has ingresado
      </Title>
      <Facts
        layout="figures"
        facts={figures.map(([label, figure]) => ({ label, value: figure.toLocaleString('es-EC') }))}
      />
    </Card>
  );
}
