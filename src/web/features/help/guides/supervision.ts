import { RETAINED_DAYS } from '#domain/calls/retained.ts';
import type { Guide } from './guide.ts';

export const reportsGuide: Guide = {
  id: 'leer-reportes',
  audience: 'supervision',
  title: 'Leer los reportes',
  description: 'Dónde dejan de crecer los niños y a quién visitar primero.',
  parts: [
    {
      steps: [
        {
          what: 'Abre «Reportes» y empieza por las cifras de arriba.',
          how: 'Las demás partes se abren con el índice.',
          picture: 'reportes',
        },
        {
          what: 'Elige la provincia y el cantón.',
          how: 'Todas las partes cambian a la vez. La dirección de la página guarda lo que elegiste: puedes compartirla.',
        },
        {
          what: 'Mira la «Tasa de Desnutrición Crónica Infantil».',
          how: 'Es la parte de los niños registrados con estado Desnutrición. Quien no tiene control cuenta como No evaluado.',
        },
        {
          what: 'Busca los nombres en la «Tabla de seguimiento Desnutrición Crónica».',
          how: 'Elige el período, por ejemplo «3 Meses», y abre la libreta con «Ver».',
        },
        {
          what: 'Compara con «Talla baja para la edad».',
          how: 'Sigue los estándares de la OMS: encuentra a quien no crece en talla aunque su peso sea normal.',
        },
        {
          what: 'Abre «Cómo se mide» antes de sacar conclusiones.',
          how: 'Dice si las medidas se leen al milímetro y qué conviene practicar. No pone nota a nadie.',
        },
        {
          what: 'Compara con la encuesta nacional en «Indicadores como la encuesta nacional».',
          how: 'Cuenta como ella, con intervalos. Con menos de 30 niños, un porcentaje dice poco.',
        },
        {
          what: 'Llévalo a la reunión.',
          how: '«Imprimir» lo pone en papel, y «Ver como tabla» da las cifras de cada gráfica.',
        },
      ],
    },
  ],
};

export const handoverGuide: Guide = {
  id: 'repartir',
  audience: 'supervision',
  title: 'Repartir comunidades',
  description: 'Pasar libretas de una brigada a otra.',
  parts: [
    {
      steps: [
        {
          what: 'Mira quién visita a quién en «Seguimiento».',
          how: 'Filtra por «Responsable del registro» o por cantón.',
          picture: 'seguimiento',
        },
        {
          what: 'Para pasar algunas libretas, pulsa «Seleccionar» en el listado.',
          how: 'Elige las libretas y pulsa «Traspasar». Una sola también se traspasa desde el menú «Opciones» de su libreta.',
        },
        {
          what: 'Para pasar todas, abre «Traspasos».',
          how: 'Pulsa «Traspasar todo lo de una brigada»: sirve cuando alguien cambia de lugar o se va.',
          picture: 'traspasos',
        },
        {
          what: 'Elige a quién y escribe el motivo.',
          how: 'Solo puede recibir una cuenta de brigada. El responsable del registro no cambia: dice quién registró primero.',
        },
        {
          what: 'Avisa a las dos brigadas.',
          how: 'Las libretas llegan al equipo de la nueva cuando tenga señal. La anterior todavía puede enviar lo que registró antes.',
        },
      ],
    },
  ],
};

export const retainedGuide: Guide = {
  id: 'retenidos',
  audience: 'supervision',
  title: 'Revisar lo retenido',
  description: 'Lo que una brigada registró y ya no pudo guardar por sí misma.',
  parts: [
    {
      steps: [
        { what: 'Abre «Traspasos» y después «Envíos retenidos».', how: 'Elige «Por resolver».' },
        {
          what: 'Abre un envío y léelo entero.',
          how: 'Dice quién lo entregó, de quién es, por qué está ahí y qué cambiará en la libreta.',
        },
        { what: 'Si está bien, pulsa «Aceptar».', how: 'Se guarda en la libreta como si hubiera llegado a tiempo.' },
        {
          what: 'Si no, escribe por qué y pulsa «Cerrar sin guardar».',
          how: 'Por ejemplo: ya está registrado en otra libreta.',
        },
        { what: 'No lo dejes para después.', how: `Lo que nadie resuelve en ${RETAINED_DAYS} días se borra.` },
      ],
    },
  ],
};
