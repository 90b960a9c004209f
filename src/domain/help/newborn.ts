import type { FieldHelp } from './field-help.ts';

/** The newborn, besides the measures. Groups of flags share one explanation, under the key of their section. */
export const newbornHelp = {
  semanasNacer: {
    title: '¿Cuántas semanas tenía al nacer?',
    what: 'Las semanas completas de embarazo el día del nacimiento.',
    how: [
      'Cópialas de la historia perinatal, la epicrisis o el carné.',
      'No redondees: con 38 semanas y 6 días se escribe 38.',
      'Si importa el día, escribe la semana en curso y sus días: 36 semanas y 6 días son 37 semanas y 258 días.',
    ],
    range: 'Antes de las 37 semanas completas el nacimiento es prematuro.',
    sources: ['OMS-CIE-10', 'OPS-PERINATAL-2010'],
  },
  diasNacer: {
    title: 'Los días de embarazo al nacer',
    what: 'Las mismas semanas, contadas en días.',
    how: [
      'Escribe primero las semanas: los días se llenan solos.',
      'Si sabes los días exactos, cámbialos.',
      'Con menos de 259 días (37 semanas) el crecimiento se compara con la edad corregida hasta los 24 meses.',
    ],
    range: 'El rango sigue a las semanas que escribiste.',
    sources: ['LIBRETA'],
  },
  pesoGestacional: {
    title: '¿Adecuado, pequeño o grande?',
    what: 'El peso al nacer comparado con el de otros niños de las mismas semanas.',
    how: [
      'Búscalo en la curva de peso para la edad gestacional.',
      'Adecuado: entre los percentiles 10 y 90.',
      'Pequeño: por debajo del 10. Grande: por encima del 90.',
    ],
    sources: ['OPS-PERINATAL-2010'],
  },
  apgar: {
    title: '¿Cómo se cuenta el Apgar?',
    what: 'Cómo está el recién nacido al minuto, a los 5 y a los 10 minutos.',
    how: [
      'Mira cinco signos: color, latidos, respuesta al estímulo, tono y respiración.',
      'Da 0, 1 o 2 puntos a cada uno y súmalos.',
      'Hazlo otra vez a los 5 y a los 10 minutos.',
    ],
    range: 'A los 5 minutos, de 7 a 10 tranquiliza; de 4 a 6 está moderadamente bajo; de 0 a 3, bajo.',
    rule: 'Para empezar a reanimar no se espera al Apgar.',
    sources: ['AAP-APGAR-2015'],
  },
  reanimacion: {
    title: '¿Qué marcar en reanimación?',
    what: 'Lo que se hizo al nacer para ayudarle a respirar.',
    how: ['Marca solo lo que se hizo.', 'Si no hizo falta nada, déjalo todo sin marcar.'],
    sources: ['OPS-PERINATAL-2010'],
  },
  atencion: {
    title: '¿Quién atendió?',
    what: 'Quién atendió el parto y quién atendió al recién nacido.',
    how: [
      'En cada columna, marca a todas las personas que atendieron.',
      'Empírico es la partera o quien ayudó sin título de salud.',
    ],
    sources: ['OPS-PERINATAL-2010'],
  },
  lugar: {
    title: '¿Dónde nació?',
    what: 'El lugar del parto.',
    how: [
      'Establecimiento de salud: hospital, centro o puesto.',
      'Domicilio: en una casa.',
      'Otro: en el camino o en otro sitio.',
    ],
    sources: ['OPS-PERINATAL-2010'],
  },
  examen: {
    title: '¿Qué marcar en examen y cuidados?',
    what: 'Lo que se hizo y lo que se encontró antes del alta.',
    how: [
      'Apego y lactancia inmediata: estuvo piel con piel y tomó el pecho en la primera hora.',
      'Método canguro: se le cuida piel con piel, sobre el pecho.',
      'Meconio: hizo su primera deposición.',
      'Tamizajes: se tomó la muestra del talón y se hizo la prueba de oído.',
      'Copia lo demás de la historia perinatal. Con defectos o enfermedades se pide el detalle.',
    ],
    sources: ['OPS-PERINATAL-2010', 'OMS-ALIMENTACION-2021'],
  },
  defectos: {
    title: '¿Qué escribir de los defectos congénitos?',
    what: 'Qué defecto se encontró.',
    how: ['Cópialo del diagnóstico, con el lado: derecho, izquierdo o los dos.'],
    sources: ['OPS-PERINATAL-2010'],
  },
  cie10: {
    title: '¿Qué es el código CIE 10?',
    what: 'La letra y los números con que la OMS nombra cada enfermedad.',
    how: ['Cópialo del diagnóstico o de la epicrisis.', 'No lo inventes: sin código, pregunta a quien dio el alta.'],
    sources: ['OMS-CIE-10'],
  },
  tipificacion: {
    title: '¿Qué es la tipificación?',
    what: 'El grupo y el factor de la sangre del recién nacido.',
    how: ['Cópialos del resultado del laboratorio: por ejemplo, O POSITIVO.'],
    sources: ['OPS-PERINATAL-2010'],
  },
  fechaAlta: {
    title: '¿Qué fecha va en el alta?',
    what: 'El día en que salió del establecimiento.',
    how: ['Cópiala de la epicrisis.', 'Si nació en casa, déjala vacía.'],
    sources: ['OPS-PERINATAL-2010'],
  },
  egreso: {
    title: '¿Cómo se alimentaba al salir?',
    what: 'La alimentación del recién nacido el día del alta.',
    how: [
      'Lactancia exclusiva: solo leche de su mamá.',
      'Parcial: leche de su mamá y otra. Artificial: solo fórmula.',
      'Si la epicrisis dice otra cosa, márcalo como ella.',
    ],
    sources: ['OPS-PERINATAL-2010', 'OMS-ALIMENTACION-2021'],
  },
} as const satisfies Record<string, FieldHelp>;
