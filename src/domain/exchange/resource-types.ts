/** The FHIR R4 resources that the server makes from booklets, in the order of an export. */
export const RESOURCE_TYPES = [
  'Patient',
  'RelatedPerson',
  'EpisodeOfCare',
  'Encounter',
  'Observation',
  'Immunization',
  'Condition',
  'Practitioner',
  'Organization',
  'Location',
  'Provenance',
] as const;

export type ResourceType = (typeof RESOURCE_TYPES)[number];

export const isResourceType = (name: string): name is ResourceType => RESOURCE_TYPES.some((type) => type === name);
