/** The titles of the cards at /reportes. */
export const TOTAL = 'Total de niños ingresados';
export const RATE = 'Tasa de Desnutrición Crónica Infantil';
export const CONTROLS = 'Número de Controles brindados';
export const SEX = 'Distribución por Género';
export const WEIGHT_CARD = 'Distribución por Peso';
export const FOLLOWED = 'Tabla de seguimiento Desnutrición Crónica';
export const VACCINES = 'Tabla de vacunas por niños/as';
export const STAFF_COUNT = 'Tabla de conteo de registros por persona';

/** Every card that loads independently. */
export const CARDS = [
  TOTAL,
  RATE,
  CONTROLS,
  SEX,
  WEIGHT_CARD,
  FOLLOWED,
  VACCINES,
  STAFF_COUNT,
  'Cuadro semanal del campo',
  'Talla baja para la edad',
  'Talla baja para la edad por mes',
  'Talla baja por provincia',
  'Talla baja para la edad por cantón',
  'Donde el programa y la OMS no coinciden',
];

/** The chart in the card by weight. */
export const WEIGHT = 'Peso promedio de niños/as por cantones';
export const NOTHING = 'No hay registros en este período de tiempo.';
