import { Stack, Text, VisuallyHidden } from '@mantine/core';
import {
  IconArrowsExchange,
  IconChevronRight,
  IconCirclePlus,
  IconDatabaseShare,
  IconListSearch,
  IconTableImport,
} from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { can } from '#domain/roles.ts';
import mujerUrl from '#web/assets/ilustracion-mujer.svg?no-inline';
import ninaUrl from '#web/assets/ilustracion-nina.svg?no-inline';
import { useAddress } from '#web/lib/address.ts';
import { useSession } from '#web/lib/session.ts';
import { useListState } from '#web/records/lists/use-list-state.ts';
import { MyDayCard } from '#web/records/my-day/my-day-card.tsx';
import { PeopleSearch } from '#web/records/search/people-search.tsx';
import { PasswordReminder } from '#web/ui/feedback/password-reminder.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.tsx';
import { Page, PageHeader } from '#web/ui/page/page.tsx';
import { useWide } from '#web/ui/page/use-wide.ts';
import { Card } from '#web/ui/shapes/card.tsx';
import { ColumnGrid } from '#web/ui/shapes/columns.tsx';
import classes from './registros-screen.module.css';

const HUBS = [
  {
    title: 'Mujeres embarazadas',
    text: 'Datos, ETMI, controles y vacunas.',
    picture: mujerUrl,
    add: { to: '/mujer/add', hint: 'Agregar mujer embarazada' },
    list: { to: '/lista/mujer', label: 'Consultar Mujer' },
  },
  {
    title: 'Niños y niñas',
    text: 'Del nacimiento a los 24 meses.',
    picture: ninaUrl,
    add: { to: '/ninos/add', hint: 'Agregar niño' },
    list: { to: '/lista/ninos', label: 'Consultar Niños' },
  },
];

/** What supervision does besides, each for those who may. */
const SUPERVISION = [
  {
    to: '/traspasos',
    permission: 'handover',
    title: 'Traspasos',
    hint: 'Libretas que cambian de brigada',
    Icon: IconArrowsExchange,
  },
  {
    to: '/importar',
    permission: 'import',
    title: 'Importar',
    hint: 'Muchos registros desde Excel',
    Icon: IconTableImport,
  },
  {
    to: '/exportar/dhis2',
    permission: 'exchange',
    title: 'Datos para DHIS2',
    hint: 'Cifras del mes o del trimestre',
    Icon: IconDatabaseShare,
  },
] as const;

const route = getRouteApi('/registros');

/** It also needs the query client. */
const MyDayTile = lazyPart(
  async () => {
    const [tile] = await Promise.all([
      import('#web/records/my-day/my-day-tile.tsx'),
      import('#web/lib/query-client.ts'),
    ]);
    return { default: tile.MyDayTile };
  },
  <MyDayCard />,
);

/** /registros: the hub for daily work. */
export function RegistrosScreen() {
  const session = useSession();
  const list = useListState(useAddress(route));
  const wide = useWide();
  const greeting = session ? `Hola, ${session.nombre}. ¿A quién acompañas hoy?` : '';
  const supervision = SUPERVISION.filter(({ permission }) => session && can(session.roles, permission));
  const ways = supervision.length > 0 && (
    <ColumnGrid>
      {supervision.map(({ to, title, hint, Icon }) => (
        <Card key={to} look="sheet">
          <Link to={to} className={classes.entry}>
            <Icon size={24} aria-hidden />
            <span>
              <strong>{title}</strong> <small>{hint}</small>
            </span>
            <IconChevronRight size={20} aria-hidden />
          </Link>
        </Card>
      ))}
    </ColumnGrid>
  );
  return (
    <Page>
      {list.q === '' ? (
        <PageHeader title="Registros" description={greeting} compact={!wide} />
      ) : (
        <VisuallyHidden component="h1">Registros</VisuallyHidden>
      )}
      <PeopleSearch list={list}>
        <Stack gap="var(--gutter)">
          <PasswordReminder />
          <MyDayTile />
          {wide && ways}
          <ColumnGrid>
            {HUBS.map(({ title, text, picture, add, list }) => (
              <Card key={title} as="section" look="sheet" className={classes.hub}>
                <div className={classes.picture}>
                  <img src={picture} alt="" width={260} height={220} />
                </div>
                <div className={classes.words}>
                  <h2>{title}</h2>
                  <Text c="dimmed">{text}</Text>
                </div>
                <div className={classes.ways}>
                  <Link to={add.to} className={classes.entry} data-primary>
                    <IconCirclePlus size={24} aria-hidden />
                    <span>
                      <strong>Guardar Registros</strong> <small>{add.hint}</small>
                    </span>
                    <IconChevronRight size={20} aria-hidden />
                  </Link>
                  <Link to={list.to} className={classes.entry}>
                    <IconListSearch size={24} aria-hidden />
                    <span>
                      <strong>{list.label}</strong> <small>Buscar y actualizar</small>
                    </span>
                    <IconChevronRight size={20} aria-hidden />
                  </Link>
                </div>
              </Card>
            ))}
          </ColumnGrid>
          {!wide && ways}
        </Stack>
      </PeopleSearch>
    </Page>
  );
}
