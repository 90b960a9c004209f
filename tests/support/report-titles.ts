/** The titles of the cards at /reportes. */
export const TOTAL = 'Total de niños ingresados';
export const RATE = 'Tasa de Desnutrición Crónica Infantil';
export const CONTROLS = 'Número de Controles brindados';
export const SEX = 'Distribución por Género';
export const WEIGHT_CARD = 'Distribución por Peso';
export const FOLLOWED = 'Tabla de seguimiento Desnutrición Crónica';
export const VACCINES = 'Tabla de vacunas por niños/as';
export const FORM_TIMES = 'Tiempo de registro';
export const STAFF_COUNT = 'Tabla de conteo de registros por persona';

/** The figures with which the page begins. */
export const KEY_FIGURES = [TOTAL, 'Tasa de Desnutrición', 'Talla baja (OMS)'];

/** The cards of each section, by its word in the address. */
export const SECTION_CARDS = {
  resumen: [RATE, SEX, CONTROLS],
  crecimiento: [
    'Talla baja para la edad',
    'Talla baja para la edad por mes',
    FOLLOWED,
    WEIGHT_CARD,
    'Donde el programa y la OMS no coinciden',
  ],
  cobertura: [VACCINES],
  campo: ['Cuadro semanal del campo', STAFF_COUNT, FORM_TIMES],
  mapa: ['Talla baja por provincia', 'Talla baja para la edad por cantón'],
};

/** The address with every section open. */
export const EVERY_SECTION = '/reportes?seccion=todas';

/** Everything that loads independently. */
export const CARDS = [...KEY_FIGURES, ...Object.values(SECTION_CARDS).flat()];

/** The chart in the card by weight. */
export const WEIGHT = 'Peso promedio de niños/as por cantones';
export const NOTHING = 'No hay registros en este período de tiempo.';
