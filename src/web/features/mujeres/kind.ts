import { mujer } from '#domain/records/mujer.ts';
import { toWoman, toWomanVisit } from '#web/records/booklet/booklet-links.ts';
import type { PatientKind } from '#web/records/patients/patient-kind.ts';

export const MUJER = {
  definition: mujer,
  nameFields: ['nombres', 'apellidos'] satisfies (keyof typeof mujer.fields)[],
  paths: { list: '/lista/mujer', add: '/mujer/add' },
  panel: toWoman,
  visit: toWomanVisit,
  texts: {
    add: 'Agregar mujer embarazada',
    count: (total) => (total === '1' ? '1 mujer registrada' : `${total} mujeres registradas`),
    empty: 'Todavía no hay mujeres registradas',
    booklet: 'Panel de Mujeres',
    missing: 'No encontramos a esta mujer',
    confirmDelete: {
      title: '¿Estás seguro?',
      message: 'Una vez eliminada, no podrás recuperar esta información.',
    },
  },
  picture: 'mujer',
  print: () => import('./mujer-print.ts').then((code) => code.MUJER_PRINT),
} satisfies PatientKind;
