/**
 * The parts of FHIR R4 (4.0.1) that the resources of a booklet use. `@types/fhir` describes STU3; tests/exchange validates every kind of
 * resource against the official definitions. Source: https://hl7.org/fhir/R4/resourcelist.html
 */

interface Element {
  readonly id?: string;
}

export interface Coding extends Element {
  readonly system?: string;
  readonly version?: string;
  readonly code?: string;
  readonly display?: string;
}

export interface CodeableConcept extends Element {
  readonly coding?: readonly Coding[];
  readonly text?: string;
}

export interface Identifier extends Element {
  readonly use?: 'usual' | 'official' | 'temp' | 'secondary' | 'old';
  readonly type?: CodeableConcept;
  readonly system?: string;
  readonly value?: string;
}

export interface Reference extends Element {
  readonly reference?: string;
  readonly type?: string;
  readonly identifier?: Identifier;
  readonly display?: string;
}

interface Period extends Element {
  readonly start?: string;
  readonly end?: string;
}

export interface Quantity extends Element {
  readonly value?: number;
  readonly unit?: string;
  readonly system?: string;
  readonly code?: string;
}

export interface Meta extends Element {
  readonly versionId?: string;
  readonly lastUpdated?: string;
  readonly profile?: readonly string[];
}

export interface HumanName extends Element {
  readonly use?: 'usual' | 'official' | 'temp' | 'nickname' | 'anonymous' | 'old' | 'maiden';
  readonly text?: string;
  readonly family?: string;
  readonly given?: readonly string[];
}

export interface ContactPoint extends Element {
  readonly system?: 'phone' | 'fax' | 'email' | 'pager' | 'url' | 'sms' | 'other';
  readonly value?: string;
  readonly use?: 'home' | 'work' | 'temp' | 'old' | 'mobile';
}

export interface Address extends Element {
  readonly use?: 'home' | 'work' | 'temp' | 'old' | 'billing';
  readonly line?: readonly string[];
  readonly city?: string;
  readonly district?: string;
  readonly state?: string;
  readonly country?: string;
}

interface Annotation extends Element {
  readonly text: string;
}

interface ResourceBase {
  readonly id: string;
  readonly meta?: Meta;
}

export interface Patient extends ResourceBase {
  readonly resourceType: 'Patient';
  readonly identifier?: readonly Identifier[];
  readonly active?: boolean;
  readonly name?: readonly HumanName[];
  readonly telecom?: readonly ContactPoint[];
  readonly gender?: 'male' | 'female' | 'other' | 'unknown';
  readonly birthDate?: string;
  readonly address?: readonly Address[];
  readonly contact?: readonly { readonly relationship?: readonly CodeableConcept[]; readonly name?: HumanName }[];
  readonly managingOrganization?: Reference;
  readonly link?: readonly {
    readonly other: Reference;
    readonly type: 'replaced-by' | 'replaces' | 'refer' | 'seealso';
  }[];
}

export interface RelatedPerson extends ResourceBase {
  readonly resourceType: 'RelatedPerson';
  readonly identifier?: readonly Identifier[];
  readonly active?: boolean;
  readonly patient: Reference;
  readonly relationship?: readonly CodeableConcept[];
  readonly name?: readonly HumanName[];
  readonly gender?: 'male' | 'female' | 'other' | 'unknown';
}

export interface EpisodeOfCare extends ResourceBase {
  readonly resourceType: 'EpisodeOfCare';
  readonly status: 'planned' | 'waitlist' | 'active' | 'onhold' | 'finished' | 'cancelled' | 'entered-in-error';
  readonly type?: readonly CodeableConcept[];
  readonly patient: Reference;
  readonly managingOrganization?: Reference;
  readonly period?: Period;
}

export interface Encounter extends ResourceBase {
  readonly resourceType: 'Encounter';
  readonly status:
    | 'planned'
    | 'arrived'
    | 'triaged'
    | 'in-progress'
    | 'onleave'
    | 'finished'
    | 'cancelled'
    | 'entered-in-error'
    | 'unknown';
  readonly class: Coding;
  readonly type?: readonly CodeableConcept[];
  readonly subject?: Reference;
  readonly episodeOfCare?: readonly Reference[];
  readonly participant?: readonly { readonly individual?: Reference }[];
  readonly period?: Period;
  readonly serviceProvider?: Reference;
}

export interface Observation extends ResourceBase {
  readonly resourceType: 'Observation';
  readonly status: 'registered' | 'preliminary' | 'final' | 'amended' | 'corrected' | 'cancelled' | 'unknown';
  readonly category?: readonly CodeableConcept[];
  readonly code: CodeableConcept;
  readonly subject?: Reference;
  readonly encounter?: Reference;
  readonly effectiveDateTime?: string;
  readonly issued?: string;
  readonly performer?: readonly Reference[];
  readonly valueQuantity?: Quantity;
  readonly valueCodeableConcept?: CodeableConcept;
  readonly valueString?: string;
  readonly valueBoolean?: boolean;
  readonly valueInteger?: number;
  readonly valueDateTime?: string;
  readonly dataAbsentReason?: CodeableConcept;
  readonly interpretation?: readonly CodeableConcept[];
  readonly note?: readonly Annotation[];
  readonly method?: CodeableConcept;
  readonly derivedFrom?: readonly Reference[];
}

export interface Immunization extends ResourceBase {
  readonly resourceType: 'Immunization';
  readonly status: 'completed' | 'entered-in-error' | 'not-done';
  readonly vaccineCode: CodeableConcept;
  readonly patient: Reference;
  readonly encounter?: Reference;
  readonly occurrenceDateTime?: string;
  readonly recorded?: string;
  readonly primarySource?: boolean;
  readonly location?: Reference;
  readonly lotNumber?: string;
  readonly performer?: readonly { readonly function?: CodeableConcept; readonly actor: Reference }[];
  readonly note?: readonly Annotation[];
  readonly protocolApplied?: readonly { readonly series?: string; readonly doseNumberPositiveInt?: number }[];
}

export interface Condition extends ResourceBase {
  readonly resourceType: 'Condition';
  readonly clinicalStatus?: CodeableConcept;
  readonly verificationStatus?: CodeableConcept;
  readonly category?: readonly CodeableConcept[];
  readonly severity?: CodeableConcept;
  readonly code?: CodeableConcept;
  readonly subject: Reference;
  readonly encounter?: Reference;
  readonly onsetDateTime?: string;
  readonly abatementDateTime?: string;
  readonly recordedDate?: string;
  readonly evidence?: readonly { readonly detail?: readonly Reference[] }[];
  readonly note?: readonly Annotation[];
}

export interface Practitioner extends ResourceBase {
  readonly resourceType: 'Practitioner';
  readonly active?: boolean;
  readonly name?: readonly HumanName[];
}

export interface Organization extends ResourceBase {
  readonly resourceType: 'Organization';
  readonly identifier?: readonly Identifier[];
  readonly active?: boolean;
  readonly type?: readonly CodeableConcept[];
  readonly name?: string;
}

export interface Location extends ResourceBase {
  readonly resourceType: 'Location';
  readonly identifier?: readonly Identifier[];
  readonly status?: 'active' | 'suspended' | 'inactive';
  readonly name?: string;
  readonly mode?: 'instance' | 'kind';
  readonly type?: readonly CodeableConcept[];
  readonly address?: Address;
  readonly physicalType?: CodeableConcept;
  readonly managingOrganization?: Reference;
  readonly partOf?: Reference;
}

export interface Provenance extends ResourceBase {
  readonly resourceType: 'Provenance';
  readonly target: readonly Reference[];
  readonly recorded: string;
  readonly activity?: CodeableConcept;
  readonly agent: readonly { readonly type?: CodeableConcept; readonly who: Reference }[];
}

export interface CodeSystem extends ResourceBase {
  readonly resourceType: 'CodeSystem';
  readonly url?: string;
  readonly name?: string;
  readonly title?: string;
  readonly status: 'draft' | 'active' | 'retired' | 'unknown';
  readonly experimental?: boolean;
  readonly publisher?: string;
  readonly description?: string;
  readonly caseSensitive?: boolean;
  readonly content: 'not-present' | 'example' | 'fragment' | 'complete' | 'supplement';
  readonly count?: number;
  readonly concept?: readonly { readonly code: string; readonly display?: string; readonly definition?: string }[];
}

/** The resources that are made from booklets, accounts, option lists and the journal. */
export type Resource =
  | Patient
  | RelatedPerson
  | EpisodeOfCare
  | Encounter
  | Observation
  | Immunization
  | Condition
  | Practitioner
  | Organization
  | Location
  | Provenance;
