const HL7 = 'http://terminology.hl7.org/CodeSystem';

/** The code systems of FHIR R4 and its terminologies, by their canonical addresses (https://hl7.org/fhir/R4/terminologies-systems.html). */
export const SYSTEMS = {
  loinc: 'http://loinc.org',
  snomed: 'http://snomed.info/sct',
  ucum: 'http://unitsofmeasure.org',
  cvx: 'http://hl7.org/fhir/sid/cvx',
  atc: 'http://www.whocc.no/atc',
  identifierType: `${HL7}/v2-0203`,
  role: `${HL7}/v3-RoleCode`,
  encounterClass: `${HL7}/v3-ActCode`,
  vaccinator: `${HL7}/v2-0443`,
  physicalType: `${HL7}/location-physical-type`,
  organizationType: `${HL7}/organization-type`,
  observationCategory: `${HL7}/observation-category`,
  conditionCategory: `${HL7}/condition-category`,
  conditionClinical: `${HL7}/condition-clinical`,
  conditionVerification: `${HL7}/condition-ver-status`,
  participation: `${HL7}/provenance-participant-type`,
  dataOperation: `${HL7}/v3-DataOperation`,
} as const;

/** The units of fields in UCUM (https://ucum.org); a number without a unit is a score. */
export const UCUM_UNITS: Readonly<Record<string, string>> = {
  kg: 'kg',
  g: 'g',
  cm: 'cm',
  'g/dl': 'g/dL',
  'kg/m²': 'kg/m2',
  días: 'd',
  sem: 'wk',
  semanas: 'wk',
  meses: 'mo',
  años: 'a',
  z: '{Zscore}',
  puntos: '{score}',
};
