import type { FieldHelp } from './field-help.ts';

/** A pregnant woman's screenings, check-ups and vaccines. */
export const womanHelp = {
  trimestre: {
    title: '¿Qué trimestre es?',
    what: 'El trimestre del embarazo en que se hizo la prueba.',
    how: [
      'Cuéntalo con la semana de gestación.',
      'Hasta la 13 es el primero; de la 14 a la 27, el segundo; desde la 28, el tercero.',
    ],
    sources: ['ACOG-TRIMESTRES'],
  },
  enfermedad: {
    title: '¿Qué enfermedad se buscó?',
    what: 'Pueden pasar de la madre a su hijo, y se evita cuando se encuentran a tiempo.',
    how: ['Elige la enfermedad de la lista.', 'Guarda un registro para cada prueba.'],
    sources: ['OPS-ETMI-2017'],
  },
  resultadoEtmi: {
    title: '¿Reactivo o no reactivo?',
    what: 'Lo que mostró la prueba de tamizaje. Reactivo todavía no es un diagnóstico.',
    how: [
      'Lee la prueba en el tiempo que dice su instructivo.',
      'No reactivo: no encontró señales de la enfermedad.',
      'Reactivo: las encontró. Hace falta otra prueba que lo confirme y atención enseguida.',
    ],
    rule: 'Es un dato privado: díselo solo a ella.',
    sources: ['OPS-ETMI-2017', 'MSP-PRENATAL-2015'],
  },
  semanaGestacion: {
    title: '¿Cómo contar las semanas?',
    what: 'Las semanas completas de embarazo el día de la prueba.',
    how: [
      'Pregunta el primer día de la última menstruación y cuenta las semanas completas.',
      'Si hay una ecografía del primer trimestre, usa las semanas que da.',
      'No redondees: con 11 semanas y 6 días se escribe 11.',
    ],
    range: 'Un embarazo dura unas 40 semanas.',
    sources: ['MSP-PRENATAL-2015'],
  },
  fechaAtencion: {
    title: '¿Qué fecha va en la atención?',
    what: 'El día en que la atendiste, aunque lo anotes después.',
    how: ['Se llena con la fecha de hoy: cámbiala si fue otro día.'],
    sources: ['LIBRETA'],
  },
  fechaProxima: {
    title: '¿Cuándo vuelve?',
    what: 'El día acordado para la próxima atención.',
    how: [
      'Sigue la norma de control prenatal y lo que necesita este embarazo.',
      'Pónganse de acuerdo en un día que ella pueda.',
      'Anótalo también en su carné.',
    ],
    sources: ['MSP-PRENATAL-2015'],
  },
  edadMujer: {
    title: 'La edad de la mujer',
    what: 'Los años cumplidos el día de la vacuna.',
    how: ['Cuéntalos con la fecha de nacimiento de su cédula.', 'Con 26 años y 11 meses se escribe 26.'],
    range: 'El formulario lleva las vacunas de estas edades.',
    sources: ['LIBRETA'],
  },
  nombreVacuna: {
    title: '¿Qué nombre elijo?',
    what: 'El nombre de la vacuna dentro de su tipo.',
    how: ['Elige de la lista el nombre que está en el frasco.', 'Si no está, déjalo vacío: no es obligatorio.'],
    sources: ['LIBRETA'],
  },
} as const satisfies Record<string, FieldHelp>;
