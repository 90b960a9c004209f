/** The groups of catalogs, in the order of the administrator's page. */
export const CATALOG_GROUPS = {
  general: 'General',
  mujer: 'Mujeres embarazadas',
  nino: 'Niños y niñas',
} as const;

/** An option list. `field` is the option's name on the wire. */
export interface CatalogDefinition {
  readonly key: string;
  readonly group: keyof typeof CATALOG_GROUPS;
  readonly title: string;
  readonly short: string;
  readonly note: string;
  readonly label: string;
  readonly entity: string;
  readonly field: string;
  /** `number`: a dose, whole, 1 to 10; `text`: up to 200 characters. */
  readonly kind: 'text' | 'number';
  readonly many?: boolean;
  /** Initial options of a new installation; a deleted one never comes back. */
  readonly defaults: readonly string[];
}

const DOSES = ['1', '2', '3', '4', '5'];

export const CATALOGS = {
  discapacidad: {
    key: 'discapacidad',
    entity: 'Discapacidad',
    group: 'general',
    title: 'Discapacidades',
    short: 'Discapacidades',
    note: 'Las opciones que agregues aparecerán en las listas de todos los formularios.',
    label: 'Tipo',
    field: 'tipo',
    kind: 'text',
    defaults: ['Auditiva', 'Física', 'Intelectual', 'Lenguaje', 'Múltiple', 'Psicosocial', 'Visual'],
  },
  establecimiento: {
    key: 'establecimiento',
    entity: 'Establecimiento',
    group: 'general',
    title: 'Establecimientos de Salud',
    short: 'Establecimientos de Salud',
    note: 'Los establecimientos que agregues aparecerán en las listas de todos los formularios.',
    label: 'Nombre',
    field: 'nombre',
    kind: 'text',
    many: true,
    defaults: [],
  },
  etmitrimestre: {
    key: 'etmitrimestre',
    entity: 'EtmiTrimestre',
    group: 'mujer',
    title: 'Nombres de trimestre de ETMI',
    short: 'Trimestres de ETMI',
    note: 'Los trimestres que agregues aparecerán en el formulario de ETMI de las mujeres.',
    label: 'Trimestre',
    field: 'trimestre',
    kind: 'text',
    defaults: ['Primer trimestre', 'Segundo trimestre', 'Tercer trimestre'],
  },
  etmivacuna: {
    key: 'etmivacuna',
    entity: 'EtmiVacuna',
    group: 'mujer',
    title: 'Nombres de enfermedad de ETMI',
    short: 'Enfermedades de ETMI',
    note: 'Las enfermedades que agregues aparecerán en el tamizaje de ETMI por tipo de enfermedad.',
    label: 'Enfermedad',
    field: 'vacuna',
    kind: 'text',
    defaults: ['VIH', 'Sífilis', 'Hepatitis B', 'Chagas'],
  },
  vacunamujertipo: {
    key: 'vacunamujertipo',
    entity: 'VacunaMujerTipo',
    group: 'mujer',
    title: 'Tipos de vacuna para mujeres embarazadas',
    short: 'Tipos de vacuna',
    note: 'Los tipos que agregues aparecerán en el formulario de vacunas de las mujeres embarazadas.',
    label: 'Tipo',
    field: 'tipo',
    kind: 'text',
    defaults: ['Difteria y tétanos (dT)', 'Tos ferina, difteria y tétanos (Tdap)', 'Influenza', 'Hepatitis B'],
  },
  vacunadosismujer: {
    key: 'vacunadosismujer',
    entity: 'VacunaDosisMujer',
    group: 'mujer',
    title: 'Dosis para mujeres embarazadas',
    short: 'Dosis',
    note: 'Las dosis que agregues aparecerán en el formulario de vacunas de las mujeres embarazadas.',
    label: 'Dosis',
    field: 'dosis',
    kind: 'number',
    defaults: DOSES,
  },
  vacunanombremujer: {
    key: 'vacunanombremujer',
    entity: 'VacunaNombreMujer',
    group: 'mujer',
    title: 'Nombres de vacuna para mujeres embarazadas',
    short: 'Nombres de vacuna',
    note: 'Los nombres que agregues aparecerán en el formulario de vacunas de las mujeres embarazadas.',
    label: 'Nombre',
    field: 'nombre',
    kind: 'text',
    defaults: ['dT adulto', 'Tdap', 'Influenza estacional', 'HB adulto'],
  },
  vacunaclasificacionninio: {
    key: 'vacunaclasificacionninio',
    entity: 'VacunaClasificacionNiño',
    group: 'nino',
    title: 'Clasificación de vacunación infantil por período de edad',
    short: 'Clasificación de vacunación',
    note: 'Los períodos de edad que agregues aparecerán en el formulario de vacunas de los niños.',
    label: 'Nombre',
    field: 'nombre',
    kind: 'text',
    defaults: ['Recién nacido', '2 meses', '4 meses', '6 meses', '7 meses', '12 meses', '15 meses', '18 meses'],
  },
  vacunaninotipo: {
    key: 'vacunaninotipo',
    entity: 'VacunaNiñoTipo',
    group: 'nino',
    title: 'Tipos de vacuna infantil',
    short: 'Tipos de vacuna',
    note: 'Los tipos que agregues aparecerán en el formulario de vacunas de los niños.',
    label: 'Tipo',
    field: 'tipo',
    kind: 'text',
    defaults: [
      'BCG',
      'HB pediátrica',
      'Rotavirus',
      'Pentavalente',
      'Hexavalente',
      'fIPV',
      'bOPV',
      'Neumococo conjugada',
      'Influenza pediátrica',
      'SRP',
      'Fiebre amarilla',
      'Varicela',
      'DPT',
    ],
  },
  vacunadosisnino: {
    key: 'vacunadosisnino',
    entity: 'VacunaDosisNiño',
    group: 'nino',
    title: 'Dosis infantiles',
    short: 'Dosis',
    note: 'Las dosis que agregues aparecerán en el formulario de vacunas de los niños.',
    label: 'Dosis',
    field: 'dosis',
    kind: 'number',
    defaults: DOSES,
  },
  tamizajeninoclasificacion: {
    key: 'tamizajeninoclasificacion',
    entity: 'TamizajeNiño',
    group: 'nino',
    title: 'Clasificación de tamizaje infantil',
    short: 'Clasificación de tamizaje',
    note: 'Las clasificaciones que agregues aparecerán en el formulario de tamizaje de los niños.',
    label: 'Nombre',
    field: 'nombre',
    kind: 'text',
    defaults: ['Metabólico neonatal', 'Auditivo', 'Visual', 'Desarrollo'],
  },
} as const satisfies Record<string, CatalogDefinition>;

export type CatalogKey = keyof typeof CATALOGS;
export const CATALOG_KEYS = Object.keys(CATALOGS) as CatalogKey[];
