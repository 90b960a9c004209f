/** The pictures that `npm run pictures` takes from the running demo, with what they show. */
export const PICTURES = {
  registros: 'La pantalla Registros en un teléfono, con el buscador arriba.',
  visita: 'El formulario de una visita en un teléfono, con las medidas escritas.',
  aviso: 'Un control con un aviso amarillo bajo el peso.',
  seguimiento: 'La lista de Seguimiento en un teléfono.',
  equipo: 'La pantalla Este equipo, con las libretas guardadas.',
  curva: 'La curva de peso para la edad de una niña, con las líneas de la OMS.',
  reportes: 'Los reportes en un teléfono, con las cifras principales.',
  traspasos: 'La pantalla Traspasos, con sus botones.',
  usuarios: 'La lista de usuarios por verificar, con el botón para dar un rol.',
  listas: 'La pantalla Opciones formulario, con una lista abierta.',
  bienvenida: 'La pantalla de bienvenida de una cuenta por verificar.',
} as const;

export type Picture = keyof typeof PICTURES;

/** The part of a phone's screen that a picture shows, in CSS pixels. */
export const PICTURE_SIZE = { width: 360, height: 440 } as const;

/** Every installed application downloads the pictures. */
export const MAX_PICTURE_BYTES = 14_000;
