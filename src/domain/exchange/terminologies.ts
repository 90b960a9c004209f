/** The code systems of FHIR R4 and its terminologies, by their canonical addresses (https://hl7.org/fhir/R4/terminologies-systems.html). */
export const SYSTEMS = {
  loinc: 'http://loinc.org',
  snomed: 'http://snomed.info/sct',
  ucum: 'http://unitsofmeasure.org',
  cvx: 'http://hl7.org/fhir/sid/cvx',
  atc: 'http://www.whocc.no/atc',
  icd10: 'http://hl7.org/fhir/sid/icd-10',
  identifierType: 'http://terminology.hl7.org/CodeSystem/v2-0203',
  role: 'http://terminology.hl7.org/CodeSystem/v3-RoleCode',
  encounterClass: 'http://terminology.hl7.org/CodeSystem/v3-ActCode',
  observationCategory: 'http://terminology.hl7.org/CodeSystem/observation-category',
  conditionClinical: 'http://terminology.hl7.org/CodeSystem/condition-clinical',
  conditionVerification: 'http://terminology.hl7.org/CodeSystem/condition-ver-status',
} as const;
