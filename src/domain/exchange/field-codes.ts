/** Where a code was looked up. Each page or file gives the code together with its meaning. */
export const CODE_SOURCES = {
  'FHIR-VITALS': {
    title: 'HL7 FHIR R4, Vital Signs Profiles',
    address: 'https://hl7.org/fhir/R4/observation-vitalsigns.html',
  },
  'VITALS-IG': {
    title: 'HL7 Vital Signs with Qualifying Elements 1.0.0',
    address: 'https://hl7.org/fhir/us/vitals/STU1/',
  },
  BFDR: {
    title: 'HL7 Birth and Fetal Death Reporting 2.0.0',
    address: 'https://hl7.org/fhir/us/bfdr/',
  },
  LOINC: { title: 'LOINC, page of the code', address: 'https://loinc.org/' },
  RCPCH: {
    title: 'Royal College of Paediatrics and Child Health, SNOMED CT codes for growth results',
    address: 'https://growth.rcpch.ac.uk/integrator/snomed-codes/',
  },
  'IPS-ATC': {
    title: 'HL7 International Patient Summary, value set of WHO ATC vaccine codes',
    address: 'https://hl7.org/fhir/uv/ips/ValueSet-vaccines-whoatc-uv-ips.html',
  },
  'CDC-CVX': {
    title: 'CDC, vaccines administered (CVX)',
    address: 'https://www2a.cdc.gov/vaccines/iis/iisstandards/vaccines.asp?rpt=cvx',
  },
  'IPS-PREGNANCY': {
    title: 'HL7 International Patient Summary, value set of pregnancy status',
    address: 'https://hl7.org/fhir/uv/ips/ValueSet-pregnancy-status-uv-ips.html',
  },
  SNOMED: { title: 'SNOMED CT browser, page of the code', address: 'https://browser.ihtsdotools.org/' },
} as const;

export type CodeSource = keyof typeof CODE_SOURCES;

/** The categories of observations that HL7 defines, as far as a field names one. */
export type ObservationCategory = 'vital-signs' | 'laboratory' | 'survey' | 'exam' | 'social-history';

/** The codes of a field, under which other systems read its values. */
export interface FieldCodes {
  /** LOINC, the most exact one first; the others are true of the same value. */
  readonly loinc: readonly string[];
  /** LOINC of a length that was measured lying, before 24 months; it precedes the others. */
  readonly lying?: string;
  readonly category?: ObservationCategory;
  readonly sources: readonly CodeSource[];
}

/** The codes of the fields that have any in an international terminology, by record and field. The server alone needs them. */
export const FIELD_CODES: Readonly<Record<string, FieldCodes>> = {
  'etmi.semanaGestacion': { loinc: ['11885-1', '18185-9'], category: 'exam', sources: ['LOINC'] },
  'vacunamujer.edadapli': { loinc: ['30525-0'], sources: ['LOINC'] },
  'rn.pesonacer': { loinc: ['8339-4', '29463-7'], category: 'vital-signs', sources: ['BFDR', 'FHIR-VITALS'] },
  'rn.pcefalico': { loinc: ['9843-4'], category: 'vital-signs', sources: ['FHIR-VITALS'] },
  'rn.longitud': { loinc: ['89269-5', '8302-2'], category: 'vital-signs', sources: ['LOINC', 'FHIR-VITALS'] },
  'rn.sem': { loinc: ['11884-4'], sources: ['BFDR'] },
  'rn.dias': { loinc: ['76516-4'], sources: ['LOINC'] },
  'rn.apgar1': { loinc: ['9272-6'], category: 'survey', sources: ['BFDR'] },
  'rn.apgar2': { loinc: ['9274-2'], category: 'survey', sources: ['BFDR'] },
  'rn.apgar3': { loinc: ['9271-8'], category: 'survey', sources: ['BFDR'] },
  'rn.pesoegreso': { loinc: ['29463-7'], category: 'vital-signs', sources: ['FHIR-VITALS'] },
  'vacuna.edadapli': { loinc: ['30525-0'], sources: ['LOINC'] },
  'tamizaje.edadapli': { loinc: ['30525-0'], sources: ['LOINC'] },
  'anemia.edadapli': { loinc: ['30525-0'], sources: ['LOINC'] },
  'anemia.valorhemoglobina': { loinc: ['718-7'], category: 'laboratory', sources: ['LOINC'] },
  'control.edad': { loinc: ['30525-0'], sources: ['LOINC'] },
  'control.peso': { loinc: ['29463-7'], category: 'vital-signs', sources: ['FHIR-VITALS'] },
  'control.longitud': {
    lying: '8306-3',
    loinc: ['8302-2'],
    category: 'vital-signs',
    sources: ['FHIR-VITALS', 'VITALS-IG'],
  },
  'control.perimetro': { loinc: ['9843-4'], category: 'vital-signs', sources: ['FHIR-VITALS'] },
};
