import type { listAltitudes } from '#domain/calls/altitudes.ts';
import type { openCode } from '#domain/calls/codes.ts';
import type { CallAnswer, CallInput } from '#domain/calls/define-call.ts';
import type { countVisits, listVisits, VisitRow } from '#domain/calls/follow-up.ts';
import type { DueGoalRow, listDueGoals, StoredGoal } from '#domain/calls/goals.ts';
import type { FoundPerson } from '#domain/calls/search.ts';
import type { CatalogKey } from '#domain/catalogs.ts';
import type { Values } from '#domain/fields/index.ts';
import type { PersonKind } from '#domain/journal/journal.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import type { Row } from '#web/lib/row.ts';

export interface ListRequest {
  limit: number;
  offset: number;
  q?: string;
  [filter: string]: string | number | undefined;
}

export type VisitRequest = NonNullable<CallInput<typeof listVisits>['query']>;

export type DueGoalRequest = NonNullable<CallInput<typeof listDueGoals>['query']>;

interface Reading {
  readonly signal?: AbortSignal;
}

interface Part<R> {
  rows: R[];
  total: number;
  /** There are more rows than `total`. */
  isMinimum?: boolean;
}

export type SavedRecord = Row & { message: string };

export interface RecordCreation {
  readonly definition: RecordDefinition;
  /** Made on the device; the same while the same form is sent again. */
  readonly _id: string;
  readonly values: Values;
  readonly parentId?: string | undefined;
  /** How long its form was open; undefined if unknown. */
  readonly segundos?: number | undefined;
}

export interface RecordReplacement {
  readonly definition: RecordDefinition;
  readonly _id: string;
  readonly version: number;
  readonly values: Values;
  readonly seen?: Values | undefined;
}

export interface RecordRemoval {
  readonly definition: RecordDefinition;
  readonly _id: string;
  readonly parentId?: string | undefined;
}

export interface RecordSource {
  page(definition: RecordDefinition, request: ListRequest, reading: Reading): Promise<Part<Row>>;
  where(definition: RecordDefinition, values: Record<string, string>, reading: Reading): Promise<Row[]>;
  one(definition: RecordDefinition, id: string, reading: Reading): Promise<Row>;
  of(definition: RecordDefinition, parentId: string, reading: Reading): Promise<Row[]>;
  like(definition: RecordDefinition, fields: Record<string, string>, reading: Reading): Promise<Row[]>;
}

export interface PrintSource {
  booklet(person: RecordDefinition, id: string): Promise<Record<string, unknown>>;
}

export interface CodeSource {
  /** The code on the paper of a person. */
  codeOf(kind: PersonKind, id: string): Promise<string>;
  /** Whose booklet a code opens. */
  openCode(code: string): Promise<CallAnswer<typeof openCode>>;
}

export interface VisitSource {
  visits(request: VisitRequest, reading: Reading): Promise<Part<VisitRow>>;
  visitCounts(request: VisitRequest, reading: Reading): Promise<CallAnswer<typeof countVisits>>;
}

export interface SearchSource {
  /** @param q at least one letter or digit */
  search(q: string, reading: Reading): Promise<FoundPerson[]>;
}

export interface OptionSource {
  options(key: CatalogKey, reading: Reading): Promise<string[]>;
}

export interface AltitudeSource {
  altitudes(reading: Reading): Promise<CallAnswer<typeof listAltitudes>>;
}

export interface GoalSource {
  /** The goals of the first thousand days; none where they are switched off. */
  goals(reading: Reading): Promise<StoredGoal[]>;
  dueGoals(request: DueGoalRequest, reading: Reading): Promise<Part<DueGoalRow>>;
}

/** Where screens read booklets: the server or the device. Split, so that a screen loads only the part it needs. */
export interface BookletSource
  extends RecordSource,
    PrintSource,
    CodeSource,
    VisitSource,
    SearchSource,
    OptionSource,
    AltitudeSource,
    GoalSource {}

export const MAX_EXACT_MATCHES = 20;

export class NotOnDevice extends Error {}

/** The person is not on the device; on a device with all booklets she does not exist for this account. */
export class PersonNotOnDevice extends NotOnDevice {}
