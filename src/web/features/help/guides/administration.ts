import { CATALOGS } from '#domain/catalogs.ts';
import { ROLES } from '#domain/roles.ts';
import type { Guide } from './guide.ts';

export const peopleGuide: Guide = {
  id: 'personas',
  audience: 'administracion',
  title: 'Personas y permisos',
  description: 'Verificar, dar un rol, crear y cerrar cuentas.',
  parts: [
    {
      steps: [
        {
          what: 'Abre «Usuarios» y elige «Por verificar».',
          how: 'Son las personas que se registraron y esperan.',
          picture: 'usuarios',
        },
        { what: 'Comprueba quién es.', how: 'Confirma su nombre, su cédula y dónde trabaja antes de darle acceso.' },
        {
          what: 'Pulsa «Dar rol…» y elige.',
          how: `${ROLES.ROLE_BRIGADA} registra y ve a quienes tiene a su cargo. ${ROLES.ROLE_SUPERVISOR} ve a todas las personas y los reportes. ${ROLES.ROLE_ADMINISTRADOR} maneja además las cuentas y las listas.`,
        },
        {
          what: 'Para crear una cuenta, pulsa «Agregar Usuario».',
          how: 'Entrega la contraseña en persona. Después la cambia en su perfil.',
        },
        {
          what: 'Antes de eliminar una cuenta, traspasa sus libretas.',
          how: 'La pregunta dice cuántas tiene y lleva a «Traspasar sus libretas».',
        },
        {
          what: 'Pide un código del teléfono a quien ve más.',
          how: 'Se activa por rol en «Segundo paso al entrar», al final de la página.',
        },
      ],
    },
  ],
};

export const optionListsGuide: Guide = {
  id: 'listas',
  audience: 'administracion',
  title: 'Listas de opciones',
  description: 'Lo que se puede elegir en los formularios.',
  parts: [
    {
      steps: [
        {
          what: 'Abre «Opciones formulario» y elige la lista.',
          how: 'Cada lista dice en qué formulario aparece.',
          picture: 'listas',
        },
        {
          what: 'Pulsa «Agregar opción», escribe y guarda.',
          how: 'Una opción no se repite, tampoco con otras tildes o mayúsculas.',
        },
        {
          what: 'Para muchas a la vez, pulsa «Agregar varios».',
          how: `Está en «${CATALOGS.establecimiento.title}»: pega una por línea.`,
        },
        {
          what: 'Corrige con «Editar» y quita con «Eliminar».',
          how: 'Lo que ya está registrado conserva lo que se eligió entonces.',
        },
      ],
    },
  ],
};

export const altitudesGuide: Guide = {
  id: 'altitudes',
  audience: 'administracion',
  title: 'Altitud de los cantones',
  description: 'Con ella se corrige la hemoglobina.',
  parts: [
    {
      steps: [
        { what: 'Abre «Opciones formulario» y pulsa «Altitud de los cantones».' },
        { what: 'Busca el cantón y pulsa «Editar».', how: 'Las altitudes de inicio son las de la cabecera cantonal.' },
        {
          what: 'Escribe los metros donde vive la mayoría y pulsa «Guardar Cambios».',
          how: 'La brigada todavía puede cambiar la altitud de una familia que vive más arriba o más abajo.',
        },
        {
          what: 'Lo guardado no cambia.',
          how: 'La altitud nueva se propone desde entonces en el formulario de anemia.',
        },
      ],
    },
  ],
};

export const goalsGuide: Guide = {
  id: 'metas',
  audience: 'administracion',
  title: 'Metas de los mil días',
  description: 'Lo que cada familia debe cumplir, y hasta cuándo.',
  parts: [
    {
      steps: [
        {
          what: 'Abre «Opciones formulario» y pulsa «Metas».',
          how: 'Si el botón no aparece, las metas están apagadas: las enciende quien administra el servidor.',
        },
        {
          what: 'Compara la lista con la norma vigente.',
          how: 'Cada meta dice de dónde sale en «Fuente».',
        },
        {
          what: 'Pulsa «Agregar meta» y llena el formulario.',
          how: '«Qué se cuenta» es lo que la brigada registra: la meta se cumple sola cuando está en la libreta.',
        },
        {
          what: 'Elige con cuidado «Vigente desde».',
          how: 'Cuenta para los plazos que vencen desde ese día: nadie incumple una meta que todavía no existía.',
        },
        {
          what: 'Para guardar una meta sin usarla, cambia «Se muestra» a No.',
          how: 'Deja de verse en las libretas, en «Seguimiento» y en los reportes.',
        },
        {
          what: 'Mira en «Seguimiento» quién está a tiempo.',
          how: '«Metas por vencer» dice qué metas todavía se pueden cumplir.',
        },
      ],
    },
  ],
};
