import type { FieldHelp } from './field-help.ts';

/** A child's controls, vaccines and screenings. */
export const childHelp = {
  nacimiento: {
    title: 'La fecha de nacimiento',
    what: 'El día en que nació. Con ella se calculan la edad, el estado, las curvas y las vacunas que tocan.',
    how: ['Cópiala de la cédula, la partida o el carné, no de memoria.'],
    sources: ['LIBRETA', 'OMS-MEDIR-2008'],
  },
  sexo: {
    title: 'El sexo',
    what: 'El que consta en su documento. Las curvas de la OMS son distintas para niñas y niños.',
    how: ['Cópialo de la cédula, la partida o el carné.'],
    sources: ['LIBRETA', 'OMS-MEDIR-2008'],
  },
  discapacidad: {
    title: 'Discapacidad',
    what: 'Si la persona tiene una discapacidad y, entonces, de qué tipo.',
    how: ['Pregunta si tiene el carné de discapacidad y cópialo.', 'Con «Sí» aparece la lista de tipos.'],
    sources: ['LIBRETA'],
  },
  edad: {
    title: 'Fecha y edad del control',
    what: 'El día en que mediste y los meses cumplidos ese día. La edad se llena con la fecha de nacimiento.',
    how: [
      'Escribe el día en que mediste, aunque lo anotes después.',
      'Comprueba la fecha de nacimiento en un documento.',
      'Si no está registrada, cuenta los meses cumplidos: con 5 meses y 20 días se escribe 5.',
    ],
    range: 'La libreta acompaña estos meses. Con la edad y el peso se calcula el estado.',
    sources: ['LIBRETA', 'OMS-MEDIR-2008'],
  },
  alimentacion: {
    title: '¿Qué marcar en alimentación y suplementos?',
    what: 'Lo que el niño toma, come y recibe ahora. Puedes marcar varias.',
    how: [
      'Pregunta qué tomó y qué comió ayer, de día y de noche.',
      'Lactancia materna: tomó leche de su mamá, aunque reciba también otra cosa.',
      'Otras leches: tomó fórmula, leche de vaca u otra. Otros alimentos: comió algo que no es leche.',
      'Micronutrientes y Vitamina A: márcalos si los recibió.',
    ],
    rule: 'Hasta los 6 meses basta la leche materna, sin agua. Después se suman alimentos y se sigue con el pecho hasta los 2 años o más.',
    sources: ['OMS-ALIMENTACION-2021', 'MSP-MICRONUTRIENTES-2011'],
  },
  hemoglobinaCorregida: {
    title: '¿Qué es el valor corregido?',
    what: 'La hemoglobina sin el efecto de la altitud. En la altura la sangre lleva más hemoglobina, y sin corregir la anemia no se ve.',
    how: [
      'Escribe primero el valor de hemoglobina: el corregido se llena con la altitud del cantón.',
      'Si la familia vive más arriba o más abajo, cambia la altitud que aparece debajo.',
      'Si el laboratorio ya lo corrigió, escribe su valor.',
    ],
    range: 'Debajo se lee la clase de la OMS. Antes de los 6 meses la OMS no clasifica.',
    sources: ['OMS-HEMOGLOBINA-2024'],
  },
  resultadoNormal: {
    title: '¿Cuándo es normal el resultado?',
    what: '«Sí» cuando la prueba está dentro de lo normal para su edad; «No» cuando hay algo que revisar.',
    how: [
      'En anemia, mira la clase de la OMS bajo el valor corregido: si dice que hay anemia, marca «No».',
      'En un tamizaje, usa la conclusión de quien hizo la prueba.',
      'Cuenta en la observación qué se encontró y a dónde se le envió.',
    ],
    sources: ['OMS-HEMOGLOBINA-2024', 'MSP-NINEZ-2018'],
  },
  tratamiento: {
    title: '¿Qué es el tratamiento?',
    what: '«Sí» cuando recibe hierro u otro tratamiento para la anemia.',
    how: [
      'Marca «No» si no lo necesita o no lo recibe.',
      'Escribe en la observación qué recibe y cuándo vuelve.',
      'La dosis la indica quien lo trata, según la norma del MSP.',
    ],
    sources: ['MSP-NINEZ-2018'],
  },
  tamizaje: {
    title: '¿Qué tamizaje es?',
    what: 'La prueba que se hizo, elegida de la lista.',
    how: ['Elige el tipo de prueba.', 'Si se hicieron dos el mismo día, guarda un registro para cada una.'],
    sources: ['LIBRETA', 'MSP-NINEZ-2018'],
  },
  fechaAplicacion: {
    title: '¿Qué fecha va aquí?',
    what: 'El día en que se aplicó la vacuna o se hizo la prueba.',
    how: ['Si lo anotas otro día, escribe el día en que ocurrió.', 'Si viene del carné, copia la fecha del carné.'],
    sources: ['LIBRETA'],
  },
  edadAplicacion: {
    title: 'La edad de aplicación',
    what: 'Los meses cumplidos ese día. Se llenan con la fecha de nacimiento.',
    how: [
      'Comprueba que la fecha de aplicación es la correcta.',
      'Sin fecha de nacimiento, cuenta los meses cumplidos: con 5 meses y 20 días se escribe 5.',
    ],
    range: 'La libreta acompaña estos meses.',
    sources: ['LIBRETA'],
  },
  periodoVacuna: {
    title: '¿Qué clasificación elijo?',
    what: 'El período de edad al que pertenece la dosis en el esquema: recién nacido, 2 meses, 4 meses…',
    how: [
      'Mira el calendario de arriba: cada dosis está en su período.',
      'Si llega tarde, elige el período de la dosis y no la edad de hoy.',
    ],
    sources: ['LIBRETA'],
  },
  tipoVacuna: {
    title: '¿Qué vacuna es?',
    what: 'La vacuna que se aplicó, con el nombre de la lista.',
    how: ['Mira el nombre en el frasco o en el carné.', 'Para dos vacunas, guarda un registro de cada una.'],
    sources: ['OMS-VACUNAR-2015'],
  },
  dosis: {
    title: '¿Qué número de dosis es?',
    what: 'El lugar de esta dosis entre las de la misma vacuna: 1 es la primera.',
    how: ['Cuenta las dosis del carné y las que ya están registradas.', 'Si es dosis única, elige 1.'],
    sources: ['OMS-VACUNAR-2015'],
  },
  lote: {
    title: '¿Dónde está el lote?',
    what: 'Las letras y números que identifican el frasco. Con ellos se encuentra a todos los vacunados si hay una alerta.',
    how: [
      'Búscalo en la etiqueta del frasco o en la caja, junto a «Lote» o «Lot».',
      'Cópialo igual, con sus letras, números y guiones.',
      'Al cambiar de frasco, míralo otra vez.',
    ],
    sources: ['OMS-VACUNAR-2015'],
  },
} as const satisfies Record<string, FieldHelp>;
