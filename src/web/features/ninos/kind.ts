import { nino } from '#domain/records/nino.ts';
import { toChild, toChildVisit } from '#web/records/booklet/booklet-links.ts';
import type { PatientKind } from '#web/records/patients/patient-kind.ts';

export const NINO = {
  definition: nino,
  nameFields: ['nombres', 'apellidos'] satisfies (keyof typeof nino.fields)[],
  paths: { list: '/lista/ninos', add: '/ninos/add' },
  panel: toChild,
  visit: toChildVisit,
  texts: {
    add: 'Agregar niño',
    count: (total) => (total === '1' ? '1 niña o niño registrado' : `${total} niñas y niños registrados`),
    empty: 'Todavía no hay niñas ni niños registrados',
    booklet: 'Libreta del niño',
    missing: 'No encontramos a esta niña o niño',
    confirmDelete: {
      title: '¿Estás seguro de eliminar la información?',
      message: 'Se eliminará con todos sus registros. No podrás recuperarlos.',
    },
  },
  picture: 'nina',
  print: () => import('./nino-print.ts').then((code) => code.NINO_PRINT),
} satisfies PatientKind;
