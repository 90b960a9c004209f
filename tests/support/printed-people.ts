import { addMonths } from '#domain/calendar.ts';
import type { Body } from './factories.ts';

/** Invented persons with all Spanish letters, for printed PDFs. */
export interface PrintedPerson {
  person: Body & { cedula: string };
  /** Bodies by record type, in date order. */
  records: Record<string, Body[]>;
}

const BIRTH = '2025-09-17';
const VACCINATOR = 'ZOILA ÑAUÑAY';
const PLACE = 'Centro de Salud Colta';

/** Months, kg, cm, cm. */
const GROWTH = [
  [1, 4.1, 53.2, 36.4],
  [2, 5.05, 56.4, 38.1],
  [4, 6.3, 61.3, 40.2],
  [6, 7.15, 64.9, 41.8],
  [7, 7.4, 66.1, 42.4],
  [9, 7.95, 69.2, 43.6],
  [11, 8.3, 71.8, 44.5],
  [12, 8.55, 73.2, 45.1],
  [14, 8.9, 75.6, 45.8],
] as const;

const VACCINES = [
  ['Recién nacido', 'BCG', 1, 1, 'B-1180'],
  ['2 meses', 'Rotavirus', 1, 2, 'R-2201'],
  ['2 meses', 'Pentavalente', 1, 2, 'P-0914'],
  ['2 meses', 'fIPV', 1, 2, 'F-3307'],
  ['4 meses', 'Rotavirus', 2, 4, 'R-2245'],
  ['4 meses', 'Pentavalente', 2, 4, 'P-0958'],
  ['6 meses', 'Influenza pediátrica', 1, 6, 'I-5120'],
  ['12 meses', 'SRP', 1, 12, 'S-7731'],
] as const;

const at = (months: number) => addMonths(BIRTH, months);

export const CHILD: PrintedPerson = {
  person: {
    hcu: '50177',
    cedula: '0650128849',
    cedulamadre: '0603714034',
    nombres: 'Ñusta Belén',
    apellidos: 'Güiñansaca Peñafiel',
    fechanacimiento: BIRTH,
    sexo: 'FEMENINO',
    discapacidad: 'Si',
    detalleDiscapacidad: 'Auditiva',
    nombrePadres: 'María Peñafiel y José Güiñansaca',
    direccion: 'Vía a Pangor, km 4½ («La Unión»), ¿casa azul? ¡junto al estero!',
    telfdomicilio: '',
    celular: '0990000000',
    parroquia: 'Sicalpa',
    provincia: 'CHIMBORAZO',
    canton: 'COLTA',
    establecimiento: PLACE,
  },
  records: {
    control: GROWTH.map(([edad, peso, longitud, perimetro]) => ({
      fecha: at(edad),
      edad,
      peso,
      longitud,
      perimetro,
      lactmaterna: edad < 12,
      otrasleches: false,
      otrosalimento: edad >= 6,
      micronutrientes: edad >= 6,
      vitaminaA: edad === 6 || edad === 12,
    })),
    anemia: [
      {
        fechaaplicacion: at(6),
        edadapli: 6,
        valorhemoglobina: 11.9,
        valorcorregido: 10.6,
        resultadonormal: false,
        tratamiento: true,
        observacion: 'Anemia leve; se entrega hierro y se enseña cómo darlo',
      },
      {
        fechaaplicacion: at(12),
        edadapli: 12,
        valorhemoglobina: 12.85,
        valorcorregido: 11.55,
        resultadonormal: true,
        tratamiento: false,
        observacion: 'Sin novedad',
      },
    ],
    vacuna: VACCINES.map(([clasificacion, tipovacuna, dosis, edadapli, lote]) => ({
      clasificacion,
      esquema: [
        {
          tipovacuna,
          dosis,
          fechaaplicacion: at(edadapli),
          edadapli,
          lote,
          vacunador: VACCINATOR,
          establecimiento: edadapli === 12 ? '' : PLACE,
        },
      ],
    })),
    tamizaje: [
      ['Auditivo', 1, true, 'Responde a ambos lados'],
      ['Visual', 4, true, 'Sigue la luz; ¿estrabismo? No'],
      ['Desarrollo', 9, false, 'Aún no se sienta sin apoyo. Se enseña estimulación a la madre y se cita en un mes.'],
    ].map(([clasificacion, edadapli, resultadonormal, observacion]) => ({
      clasificacion,
      esquema: [{ fechaaplicacion: at(Number(edadapli)), edadapli, resultadonormal, observacion }],
    })),
  },
};

export const WOMAN: PrintedPerson = {
  person: {
    hcu: '48213',
    cedula: '0603714034',
    nombres: 'María Ángela',
    apellidos: 'Peñafiel Ñauñay',
    discapacidad: 'No',
    detalleDiscapacidad: '',
    telfdomicilio: '032900000',
    celular: '',
    direccion: 'Barrio Güalán, «La Unión» nº 12',
    zona: '3',
    provincia: 'CHIMBORAZO',
    canton: 'COLTA',
    parroquia: 'Sicalpa',
    establecimiento: PLACE,
  },
  records: {
    vacunamujer: [
      ['Difteria y tétanos', 'dT', 1, '2026-06-10', 'D-2207', PLACE],
      ['Difteria y tétanos', 'dT', 2, '2026-07-15', 'D-2290', PLACE],
      ['Influenza', 'Influenza estacional', 1, '2026-08-12', 'L-4471', ''],
    ].map(([tipo, nombrevacuna, dosis, fechaaplicacion, lote, establecimiento]) => ({
      tipo,
      nombrevacuna,
      dosis,
      fechaaplicacion,
      edadapli: 27,
      lote,
      vacunador: VACCINATOR,
      establecimiento,
    })),
    controlmujer: [
      ['2026-06-10', '2026-07-15', 'Refiere náuseas por la mañana; presión 110/70'],
      [
        '2026-07-15',
        '2026-08-12',
        '¿Edema? No. Se enseña a reconocer las señales de peligro: sangrado, cefalea, visión borrosa.',
      ],
      ['2026-08-12', '2026-09-22', 'Sin novedad'],
      ['2026-09-22', '2026-10-20', '¡Excelente ánimo! Camina a diario 30 min'],
    ].map(([fechaatencion, fechaproxima, observacion]) => ({
      fechaatencion,
      fechaproxima,
      nombrevacunador: 'Rocío Yánez Muñoz',
      observacion,
    })),
    etmi: [
      ['Primer trimestre', 'VIH', '2026-06-10', 'no reactivo', 9],
      ['Primer trimestre', 'Sífilis', '2026-06-10', 'no reactivo', 9],
      ['Segundo trimestre', 'Hepatitis B', '2026-08-12', 'no reactivo', 18],
      ['Segundo trimestre', 'Chagas', '2026-08-12', 'reactivo', 18],
    ].map(([nombre, vacuna, fechaRealizacion, resultado, semanaGestacion]) => ({
      nombre,
      tamizajes: [{ vacuna, fechaRealizacion, resultado, semanaGestacion }],
    })),
  },
};

/** Enough controls for a table of several pages. */
export const MANY_CONTROLS: Body[] = Array.from({ length: 75 }, (_, index) => ({
  ...CHILD.records.control?.[index % GROWTH.length],
  fecha: `2026-0${1 + Math.floor(index / 25)}-${String(1 + (index % 25)).padStart(2, '0')}`,
}));
