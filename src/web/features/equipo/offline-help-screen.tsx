import { Stack, Text, Title } from '@mantine/core';
import { useId } from 'react';
import { can } from '#domain/roles.ts';
import { useSession } from '#web/lib/session.ts';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { Page, PageHeader } from '#web/ui/page/page.tsx';
import { Card } from '#web/ui/shapes/card.tsx';
import { RuledList } from '#web/ui/shapes/ruled-list.tsx';

interface Advice {
  /** The words that a reader looks for. */
  what: string;
  how: string;
}

const PARTS: readonly { title: string; advice: readonly Advice[] }[] = [
  {
    title: 'Antes de salir',
    advice: [
      {
        what: 'Entra una vez con señal.',
        how: 'En cada equipo, la primera vez se entra con señal. Después tu contraseña abre lo guardado también sin ella.',
      },
      {
        what: 'Espera a «Listo para salir sin señal».',
        how: 'Está arriba, junto al menú. En un teléfono es solo un signo: tócalo para leerlo. Mientras dice «Bajando tu libreta», todavía falta. «Todo enviado» también quiere decir que está completa.',
      },
      {
        what: 'Si supervisas, elige los cantones que llevas.',
        how: 'Se eligen en «Este equipo». Solo esas libretas bajan.',
      },
      {
        what: 'Mira «Permanencia» en «Este equipo».',
        how: 'Si dice que el navegador puede borrar las libretas, instala la aplicación desde el menú del navegador.',
      },
      {
        what: 'No pases muchos días sin conectarte.',
        how: 'Después de 14 días (o los que diga tu ministerio) solo se abre con señal. Lo que tienes por enviar sigue guardado.',
      },
    ],
  },
  {
    title: 'Durante el día',
    advice: [
      {
        what: 'Trabaja como siempre.',
        how: 'Puedes buscar, leer, registrar, corregir y eliminar. Reportes, archivos para Excel, historiales, usuarios y listas de opciones necesitan señal.',
      },
      {
        what: '«Guardado en este equipo» quiere decir guardado.',
        how: 'Desde ese momento sigue ahí, aunque se apague el equipo. Mientras no lo leas, todavía no está guardado.',
      },
      {
        what: 'La nube junto a un nombre',
        how: 'Algo de esa libreta está todavía solo en este equipo. Se va cuando el servidor lo tiene.',
      },
      {
        what: 'Tu contraseña protege lo guardado.',
        how: 'Se pide al volver a abrir el navegador y después de 15 minutos sin tocar el equipo. Si te equivocas cinco veces, hay que esperar un poco.',
      },
      {
        what: 'Si comparten el equipo',
        how: 'Cada persona entra con su cédula y ve solo lo suyo. Antes de prestarlo, pulsa «Salir».',
      },
      {
        what: 'No borres los datos del navegador.',
        how: 'Con ellos se iría lo que falta por enviar.',
      },
    ],
  },
  {
    title: 'En la tarde',
    advice: [
      {
        what: 'Abre la Libreta donde haya señal.',
        how: 'Con tu contraseña puesta, lo guardado se envía solo. Deja la aplicación abierta hasta que arriba, o en «Este equipo», diga «Todo enviado».',
      },
      {
        what: '«Enviar ahora»',
        how: 'Está en «Este equipo». Intenta enviar enseguida y, si el navegador lo permite, mantiene la pantalla encendida.',
      },
      {
        what: 'Si se corta la señal',
        how: 'Sigue donde quedó cuando vuelva. Nada se envía dos veces.',
      },
      {
        what: 'Si pide tu contraseña para enviar',
        how: 'Tu sesión terminó. Escríbela una vez y el envío continúa.',
      },
      {
        what: 'Si tienes que salir antes',
        how: 'Lo que falta se queda en este equipo, protegido con tu contraseña, y se envía cuando vuelvas a entrar en él.',
      },
    ],
  },
  {
    title: 'Si algo no se aceptó',
    advice: [
      {
        what: 'Búscalo en «Este equipo», en «Para revisar».',
        how: 'Dice por qué. Lo demás de esa libreta espera; las otras libretas se envían igual.',
      },
      {
        what: '«Corregir»',
        how: 'Abre el formulario con lo que escribiste. Cámbialo y guarda: se envía otra vez.',
      },
      {
        what: '«Comparar y elegir»',
        how: 'Otra persona cambió lo mismo. Ves lo tuyo y lo guardado, dato por dato, y eliges. Lo que no eliges queda en el historial.',
      },
      {
        what: 'La cédula ya está registrada',
        how: 'Si la escribiste mal, pulsa «Corregir». Si es la misma persona, tus registros pasan a su libreta; cuando la lleva otra brigada, primero decide supervisión.',
      },
      {
        what: '«Descartar»',
        how: 'Pregunta antes. Después ya no se puede recuperar.',
      },
      {
        what: 'Si tu cuenta ya no puede enviar',
        how: 'Pulsa «Entregar a supervisión» en «Este equipo»: supervisión decide qué se guarda.',
      },
      {
        what: 'Si pierdes el equipo',
        how: 'Avisa a quien administra el sistema: puede cortarlo para que se borre. Lo que no se había enviado se pierde.',
      },
    ],
  },
];

function Part({ title, advice }: (typeof PARTS)[number]) {
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id}>
      <Title order={2} id={id} mb="sm">
        {title}
      </Title>
      <RuledList>
        {advice.map(({ what, how }) => (
          <li key={what}>
            <Text fw="var(--mantine-font-weight-bold)">{what}</Text>
            <Text c="var(--ink-2)">{how}</Text>
          </li>
        ))}
      </RuledList>
    </Card>
  );
}

/** /ayuda/sin-senal: how to work offline. */
export function OfflineHelpScreen() {
  const session = useSession();
  const works = session !== null && can(session.roles, 'booklet');
  return (
    <Page>
      <PageHeader
        back={works && <BackLink to="/equipo">Este equipo</BackLink>}
        title="Trabajar sin señal"
        description="Qué hacer antes de salir, durante el día y al volver."
      />
      <Stack gap="var(--gutter)" maw="44rem">
        {PARTS.map((part) => (
          <Part key={part.title} {...part} />
        ))}
      </Stack>
    </Page>
  );
}
