import type { FieldHelp } from './field-help.ts';

const ALONG_THE_BOARD = [
  'Sin zapatos, gorro ni adornos en el pelo. La cabeza toca el tope fijo y mira hacia arriba; la mamá la sostiene.',
  'Comprueba que está recto sobre la tabla. Pon tu mano en las rodillas y estíralas con suavidad.',
  'Acerca el tope móvil a las plantas de los pies, con los dedos hacia arriba, y lee los milímetros.',
] as const;

const AROUND_THE_HEAD = [
  'Pasa la cinta justo por encima de las cejas y, atrás, por la parte más saliente de la cabeza.',
  'Mira que esté a la misma altura en los dos lados, ajústala hasta aplastar el pelo y lee los milímetros.',
] as const;

/** The measures of a child, also at birth. */
export const measureHelp = {
  peso: {
    title: '¿Cómo medir el peso?',
    what: 'El peso de hoy, sin ropa o con muy poca.',
    how: [
      'Pon la balanza sobre un piso plano y firme, y espera a que marque cero.',
      'Quítale la ropa y el pañal; abrígalo con una manta hasta el momento de pesarlo.',
      'Si se pesa en brazos: sube la mamá, pon la balanza en cero con ella encima y entrégale al niño.',
      'Espera a que se quede quieto y lee el número de frente.',
    ],
    range:
      'Fuera de este rango casi siempre hay una coma mal puesta: 8,5 y no 85. La curva dice si va bien para su edad.',
    rule: 'Mide dos veces: si cambia más de 100 g, repite. Un pañal mojado y la ropa pueden pesar medio kilo.',
    sources: ['OMS-MEDIR-2008', 'OMS-MGRS-2004'],
  },
  longitud: {
    title: '¿Cómo medir la longitud?',
    what: 'El largo del niño acostado, de la cabeza a los talones. Hasta los 2 años se mide acostado.',
    how: ALONG_THE_BOARD,
    range: 'Fuera de este rango, revisa la lectura. La longitud no baja de un control a otro: si baja, mide otra vez.',
    rule: 'Mide dos veces: si cambia más de 0,7 cm, repite. Si solo se dejó medir de pie, suma 0,7 cm.',
    sources: ['OMS-MEDIR-2008', 'OMS-MGRS-2004'],
  },
  perimetro: {
    title: '¿Cómo medir el perímetro cefálico?',
    what: 'La vuelta más grande de la cabeza. Muestra cómo va creciendo el cerebro.',
    how: ['Siéntalo en las piernas de la mamá y quítale gorro, moños y vinchas.', ...AROUND_THE_HEAD],
    range: 'Fuera de este rango, revisa la cinta. La cabeza no se achica de un control a otro: si baja, mide otra vez.',
    rule: 'Usa una cinta que no se estire. Mide dos veces: si cambia más de 0,5 cm, repite.',
    sources: ['OMS-MGRS-2004'],
  },
  pesoNacer: {
    title: '¿Cómo se pesa al nacer?',
    what: 'El primer peso del recién nacido, en gramos.',
    how: [
      'Pésalo sin ropa, mejor en la primera hora de vida.',
      'Pon la balanza en cero antes de acostarlo.',
      'Si nació en otro lugar, copia el peso de su carné o de la epicrisis.',
    ],
    range: 'Con menos de 2500 g se habla de bajo peso al nacer.',
    rule: 'Escribe gramos enteros: 2950 y no 2,95.',
    sources: ['OMS-CIE-10', 'OPS-PERINATAL-2010'],
  },
  longitudNacer: {
    title: '¿Cómo se mide la longitud al nacer?',
    what: 'El largo del recién nacido, acostado, de la cabeza a los talones.',
    how: ALONG_THE_BOARD,
    range: 'Fuera de este rango, mide otra vez o revisa el carné.',
    sources: ['OMS-MEDIR-2008', 'OPS-PERINATAL-2010'],
  },
  perimetroNacer: {
    title: '¿Cómo se mide el perímetro cefálico al nacer?',
    what: 'La vuelta más grande de la cabeza del recién nacido.',
    how: AROUND_THE_HEAD,
    range: 'Fuera de este rango, mide otra vez o revisa el carné.',
    sources: ['OMS-MGRS-2004', 'OPS-PERINATAL-2010'],
  },
  pesoEgreso: {
    title: '¿Qué peso va al egreso?',
    what: 'El peso del recién nacido el día del alta, en gramos.',
    how: ['Pésalo sin ropa, como al nacer.', 'Si ya salió, copia el peso de la epicrisis.'],
    range: 'Fuera de este rango, revisa que sean gramos enteros.',
    sources: ['OPS-PERINATAL-2010'],
  },
  hemoglobina: {
    title: '¿Cómo medir la hemoglobina?',
    what: 'La hemoglobina de la sangre como sale en el equipo, sin corregir por la altitud.',
    how: [
      'Antes de los 6 meses se pincha el talón; después, el dedo medio o el anular.',
      'Limpia con alcohol, deja secar, pincha una sola vez y descarta la primera gota.',
      'Sin apretar, espera una gota grande y llena la cubeta de una vez, sin burbujas.',
      'Escribe gramos por decilitro: si el equipo muestra 112 g/l, son 11,2 g/dl.',
    ],
    range: 'Fuera de este rango, repite la prueba o revisa la unidad.',
    rule: 'La OMS prefiere sangre de vena medida en un laboratorio: si tienes ese resultado, usa ese.',
    sources: ['OMS-SANGRE-2010', 'OMS-HEMOGLOBINA-2024'],
  },
} as const satisfies Record<string, FieldHelp>;

/** The measures that have a place of their own in the help, in the order of a visit. */
export const MEASURED = [
  'longitud',
  'peso',
  'perimetro',
  'hemoglobina',
] as const satisfies readonly (keyof typeof measureHelp)[];
