import type { Guide } from './guide.ts';

/** Work without a connection, for brigades and for supervisors who take cantons along. */
export const offlineGuide: Guide = {
  id: 'sin-senal',
  audience: 'brigada',
  title: 'Trabajar sin señal',
  description: 'Antes de salir, durante el día y al volver.',
  parts: [
    {
      title: 'Antes de salir',
      kind: 'cases',
      steps: [
        {
          what: 'Entra una vez con señal.',
          how: 'En cada equipo, la primera vez se entra con señal. Después tu contraseña abre lo guardado también sin ella.',
          quick: true,
        },
        {
          what: 'Espera a «Listo para salir sin señal».',
          how: 'Está arriba, junto al menú. En un teléfono es solo un signo: tócalo para leerlo. Mientras dice «Bajando tu libreta», todavía falta. «Todo enviado» también quiere decir que está completa.',
          quick: true,
        },
        {
          what: 'Si el signo es un triángulo, tócalo.',
          how: 'Puede decir que tu libreta no está en este equipo, o que queda poco espacio. En «Este equipo» la guardas con tu contraseña.',
        },
        {
          what: 'Si supervisas, elige los cantones que llevas.',
          how: 'Se eligen en «Este equipo». Solo esas libretas bajan.',
        },
        {
          what: 'Mira «Permanencia» en «Este equipo».',
          how: 'Si dice que el navegador puede borrar las libretas, instala la aplicación desde el menú del navegador.',
          picture: 'equipo',
        },
        {
          what: 'No pases muchos días sin conectarte.',
          how: 'Después de 14 días (o los que diga tu ministerio) solo se abre con señal. Lo que tienes por enviar sigue guardado.',
          quick: true,
        },
      ],
    },
    {
      title: 'Durante el día',
      kind: 'cases',
      steps: [
        {
          what: 'Trabaja como siempre.',
          how: 'Puedes buscar, leer, registrar, corregir y eliminar. Reportes, archivos para Excel, historiales, usuarios y listas de opciones necesitan señal.',
        },
        {
          what: '«Guardado en este equipo» quiere decir guardado.',
          how: 'Desde ese momento sigue ahí, aunque se apague el equipo. Mientras no lo leas, todavía no está guardado.',
          quick: true,
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
          quick: true,
        },
      ],
    },
    {
      title: 'En la tarde',
      kind: 'cases',
      steps: [
        {
          what: 'Abre la Libreta donde haya señal.',
          how: 'Con tu contraseña puesta, lo guardado se envía solo. Deja la aplicación abierta hasta que arriba, o en «Este equipo», diga «Todo enviado».',
          quick: true,
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
      kind: 'cases',
      steps: [
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
  ],
};
