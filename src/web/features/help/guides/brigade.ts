import { MEASURED } from '#domain/help/measures.ts';
import { RECORDS } from '#domain/records/index.ts';
import type { Guide } from './guide.ts';

const ADD = { nino: RECORDS.nino.titles.form, mujer: RECORDS.mujer.titles.form };

export const recordVisitGuide: Guide = {
  id: 'registrar-visita',
  audience: 'brigada',
  title: 'Registrar una visita',
  description: 'Mide, vacuna y guarda una sola vez.',
  parts: [
    {
      steps: [
        {
          what: 'Busca a la niña, al niño o a la mujer en «Registros».',
          how: 'Sirve su cédula, su nombre, su HCU o un teléfono. Si está en «Mi día», tócala ahí.',
          picture: 'registros',
          quick: true,
        },
        {
          what: 'Pulsa «Registrar visita».',
          how: 'Está en el resultado de la búsqueda, en «Seguimiento» y arriba en su libreta.',
          quick: true,
        },
        {
          what: 'Mide y escribe las medidas.',
          how: 'Con la tecla Enter pasas de un número al siguiente. El signo de pregunta de cada campo dice cómo se mide.',
          picture: 'visita',
          quick: true,
        },
        {
          what: 'Marca las vacunas que pusiste.',
          how: 'En «Vacunas que tocan hoy» salen solas las que faltan. El lote se escribe una vez por vacuna y por día.',
          quick: true,
        },
        {
          what: 'Mira cómo va creciendo.',
          how: 'Mientras escribes ves la curva con el punto nuevo y lo que cambió desde el último control.',
        },
        {
          what: 'Pulsa «Guardar visita».',
          how: 'Todo se guarda junto, también sin señal. Lo que quedó vacío no se guarda.',
          quick: true,
        },
        {
          what: 'Cuéntale a la familia qué viste y cuándo vuelves.',
          how: 'La pantalla que sigue te da las palabras y la próxima fecha. «Siguiente de mi día» abre a la próxima persona.',
          quick: true,
        },
      ],
    },
  ],
};

export const findBookletGuide: Guide = {
  id: 'buscar',
  audience: 'brigada',
  title: 'Buscar y abrir una libreta',
  description: 'Por cédula, nombre o teléfono.',
  parts: [
    {
      steps: [
        {
          what: 'Escribe en el buscador de «Registros».',
          how: 'Basta una parte del nombre, con o sin tildes. También sirven la cédula de la mamá y el teléfono, con 09 o con +593.',
          quick: true,
        },
        {
          what: 'En otra pantalla, toca la lupa de arriba.',
          how: 'Con teclado, pulsa la tecla / o las teclas Ctrl y K.',
        },
        { what: 'Pulsa «Abrir» para ver su libreta.', how: 'Con «Registrar visita» vas directo a escribir.' },
        {
          what: 'Si tienes su PDF a mano, lee el código con la cámara.',
          how: 'El botón está junto al buscador. El código no dice nada de la persona: solo abre su libreta a quien puede verla.',
        },
        {
          what: 'Si no aparece, regístrala.',
          how: `Pulsa «${ADD.nino}» o «${ADD.mujer}»: lo que escribiste ya está puesto. Una brigada encuentra solo a quienes tiene a su cargo; si la lleva otra, pide el traspaso a supervisión.`,
          quick: true,
        },
      ],
    },
  ],
};

export const warningsGuide: Guide = {
  id: 'avisos',
  audience: 'brigada',
  title: 'Qué hacer con un aviso',
  description: 'Amarillo: revisa. Rojo: corrige.',
  parts: [
    {
      title: 'Mientras escribes',
      kind: 'cases',
      steps: [
        {
          what: 'Aviso amarillo: es raro, pero puede ser. Mide otra vez.',
          how: 'Por ejemplo, cuando pesa menos que en el último control. Si la medida está bien, guárdala así.',
          picture: 'aviso',
          quick: true,
        },
        {
          what: 'Error rojo: falta un dato o no puede ser. Corrígelo.',
          how: 'Mientras haya uno no se guarda. Lo que escribiste sigue ahí.',
          quick: true,
        },
        { what: '«Revisa 1 aviso»', how: 'Está junto al botón de guardar. Tócalo y te lleva al campo.' },
        {
          what: '«Hay un registro parecido. ¿Es la misma persona?»',
          how: 'Ábrelo y compara la cédula y la fecha de nacimiento. Si es la misma persona, sigue en su libreta.',
        },
      ],
    },
    {
      title: 'Después de guardar',
      kind: 'cases',
      steps: [
        {
          what: '«Atención», en la libreta del niño',
          how: 'Es una alerta de los estándares de la OMS. Comprueba la medida y sigue la norma: puede hacer falta referirlo.',
        },
        {
          what: 'Dice que otra persona cambió la información',
          how: 'Pulsa «Cargar los datos actuales», comprueba lo tuyo y guarda otra vez.',
        },
        {
          what: 'La nube junto a un nombre, o algo en «Para revisar»',
          how: 'Lo explica la guía Trabajar sin señal.',
        },
      ],
    },
  ],
};

export const measuringGuide: Guide = {
  id: 'medir-bien',
  audience: 'brigada',
  title: 'Medir bien',
  description: 'Cada medida, paso a paso.',
  parts: [
    {
      title: 'Antes de medir',
      steps: [
        { what: 'Revisa la balanza, el tallímetro y la cinta.', how: 'La balanza marca cero y el piso es firme.' },
        {
          what: 'Explica a la mamá lo que van a hacer.',
          how: 'Con ella cerca el niño está tranquilo, y la medida sale mejor.',
        },
        { what: 'Mide dos veces y anota enseguida.', how: 'De memoria los números se cambian.' },
      ],
    },
  ],
  measures: MEASURED,
};

export const curveGuide: Guide = {
  id: 'leer-curva',
  audience: 'brigada',
  title: 'Leer la curva',
  description: 'Qué dice cada línea, y cómo contarlo.',
  parts: [
    {
      steps: [
        {
          what: 'Abre una curva en la libreta: por ejemplo, «Peso para la edad».',
          how: 'La línea de color une los controles del niño. Las grises son las de la OMS.',
          picture: 'curva',
        },
        {
          what: 'Mira hacia dónde va.',
          how: 'Crece bien cuando sube como las líneas de la OMS. Si se aplana o baja, hay que saber por qué.',
        },
        {
          what: 'Mira entre qué líneas está.',
          how: 'Entre −2 y +2 está la mayoría de niños sanos. Por debajo de −2 es bajo para su edad.',
        },
        {
          what: 'Cuéntalo con palabras de la casa.',
          how: 'Empieza por lo que va bien. Después di qué cuidar y cuándo vuelves.',
        },
      ],
    },
  ],
};
