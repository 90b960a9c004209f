import type { listAltitudes } from '#domain/calls/altitudes.ts';
import type { AnswerOf, AskOf } from '#domain/calls/define-call.ts';
import type { countVisits, listVisits, VisitRow } from '#domain/calls/follow-up.ts';
import type { CatalogKey } from '#domain/catalogs.ts';
import type { Values } from '#domain/fields/index.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import type { Row } from '#web/lib/row.ts';

export interface ListRequest {
  limit: number;
  offset: number;
  q?: string;
  /** Beside these, what narrows the list: a place, a status, who recorded it. */
  [filter: string]: string | number | undefined;
}

export type VisitRequest = NonNullable<AskOf<typeof listVisits>['query']>;

/** Of a read: nobody waits for it any more once it is aborted. */
interface Reading {
  readonly signal?: AbortSignal;
}

/** Rows of a list, and of how many they are part. */
interface Part<R> {
  rows: R[];
  total: number;
}

/** What was saved, and the sentence that says so. */
export type Saved = Row & { message: string };

/** A new record. */
export interface Creation {
  readonly definition: RecordDefinition;
  /** Made on the device, the same while the same filled form is sent again. */
  readonly _id: string;
  readonly values: Values;
  /** Whose it is; of a woman or child nobody's. */
  readonly parentId?: string | undefined;
}

/** All fields of a woman or child anew, as she or he was in the row that the form started from. */
export interface Replacement {
  readonly definition: RecordDefinition;
  readonly _id: string;
  readonly version: number;
  readonly values: Values;
  /** What the form had before anything was typed; absent where nobody knows. */
  readonly seen?: Values | undefined;
}

export interface Removal {
  readonly definition: RecordDefinition;
  readonly _id: string;
  readonly parentId?: string | undefined;
}

export interface RecordReads {
  /** One page of a list of people. */
  page(definition: RecordDefinition, request: ListRequest, reading: Reading): Promise<Part<Row>>;
  /** The few whose fields hold exactly these values. */
  where(definition: RecordDefinition, values: Record<string, string>, reading: Reading): Promise<Row[]>;
  one(definition: RecordDefinition, id: string, reading: Reading): Promise<Row>;
  /** All the records of one kind that belong to a woman or child. */
  of(definition: RecordDefinition, parentId: string, reading: Reading): Promise<Row[]>;
  /** Who is probably the one a form describes: at most three, the most alike first. */
  like(definition: RecordDefinition, known: Record<string, string>, reading: Reading): Promise<Row[]>;
}

export interface PrintSource {
  /** Everything of one person, as it travels. */
  booklet(person: RecordDefinition, id: string): Promise<Record<string, unknown>>;
}

export interface VisitSource {
  visits(request: VisitRequest, reading: Reading): Promise<Part<VisitRow>>;
  visitCounts(request: VisitRequest, reading: Reading): Promise<AnswerOf<typeof countVisits>>;
}

export interface OptionSource {
  /** The options of one list as texts, in the order in which they are offered. */
  options(key: CatalogKey, reading: Reading): Promise<string[]>;
}

export interface AltitudeSource {
  altitudes(reading: Reading): Promise<AnswerOf<typeof listAltitudes>>;
}

/**
 * Where the booklets on the screen come from: the server, or what the device keeps of it. In parts, for each screen loads only what it
 * asks.
 */
export interface BookletReads extends RecordReads, PrintSource, VisitSource, OptionSource, AltitudeSource {}

/** Rows of an answer to exact values. */
export const FOUND_AT_MOST = 20;

/** Only the server can say. */
export class NotOnDevice extends Error {}

/** Nobody of that id is here: where a device has all that a person may see, nobody is there for her. */
export class NobodyHere extends NotOnDevice {}
