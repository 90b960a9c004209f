/** The eleven option lists, as data. `field` is the name under which the wire carries the option. */
export interface CatalogDefinition {
  readonly key: string;
  /** The name under which messages speak of it. */
  readonly entity: string;
  readonly field: string;
  /** `number`: a dose, whole, 1 to 10; `text`: up to 200 characters. */
  readonly kind: 'text' | 'number';
  /** Takes many lines at once. */
  readonly many?: boolean;
  /** What a new installation starts with; an administrator changes it, and what was deleted never comes back. */
  readonly defaults: readonly string[];
}

const DOSES = ['1', '2', '3', '4', '5'];

export const CATALOGS = {
  discapacidad: {
    key: 'discapacidad',
    entity: 'Discapacidad',
    field: 'tipo',
    kind: 'text',
    defaults: ['Auditiva', 'Física', 'Intelectual', 'Lenguaje', 'Múltiple', 'Psicosocial', 'Visual'],
  },
  establecimiento: { key: 'establecimiento', entity: 'Establecimiento', field: 'nombre', kind: 'text', defaults: [] },
  etmitrimestre: {
    key: 'etmitrimestre',
    entity: 'EtmiTrimestre',
    field: 'trimestre',
    kind: 'text',
    defaults: ['Primer trimestre', 'Segundo trimestre', 'Tercer trimestre'],
  },
  etmivacuna: {
    key: 'etmivacuna',
    entity: 'EtmiVacuna',
    field: 'vacuna',
    kind: 'text',
    defaults: ['VIH', 'Sífilis', 'Hepatitis B', 'Chagas'],
  },
  vacunamujertipo: {
    key: 'vacunamujertipo',
    entity: 'VacunaMujerTipo',
    field: 'tipo',
    kind: 'text',
    defaults: ['Difteria y tétanos (dT)', 'Tos ferina, difteria y tétanos (Tdap)', 'Influenza', 'Hepatitis B'],
  },
  vacunadosismujer: {
    key: 'vacunadosismujer',
    entity: 'VacunaDosisMujer',
    field: 'dosis',
    kind: 'number',
    defaults: DOSES,
  },
  vacunanombremujer: {
    key: 'vacunanombremujer',
    entity: 'VacunaNombreMujer',
    field: 'nombre',
    kind: 'text',
    defaults: ['dT adulto', 'Tdap', 'Influenza estacional', 'HB adulto'],
  },
  vacunaclasificacionninio: {
    key: 'vacunaclasificacionninio',
    entity: 'VacunaClasificacionNiño',
    field: 'nombre',
    kind: 'text',
    defaults: ['Recién nacido', '2 meses', '4 meses', '6 meses', '7 meses', '12 meses', '15 meses', '18 meses'],
  },
  vacunaninotipo: {
    key: 'vacunaninotipo',
    entity: 'VacunaNiñoTipo',
    field: 'tipo',
    kind: 'text',
    defaults: [
      'BCG',
      'HB pediátrica',
      'Rotavirus',
      'Pentavalente',
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
    field: 'dosis',
    kind: 'number',
    defaults: DOSES,
  },
  tamizajeninoclasificacion: {
    key: 'tamizajeninoclasificacion',
    entity: 'TamizajeNiño',
    field: 'nombre',
    kind: 'text',
    defaults: ['Metabólico neonatal', 'Auditivo', 'Visual', 'Desarrollo'],
  },
} as const satisfies Record<string, CatalogDefinition>;

export type CatalogKey = keyof typeof CATALOGS;
export const CATALOG_KEYS = Object.keys(CATALOGS) as CatalogKey[];
