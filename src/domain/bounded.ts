import { z } from 'zod';
// Every schema of user texts also needs the default messages.
import './schema-messages.ts';
import { cleanText, DEFAULT_MAX_LENGTH } from './text.ts';

/** Room for surrounding blanks and for accents that are separate characters. */
const maxRawLength = (max: number) => 4 * max + 1000;

export interface TextBound {
  readonly max?: number | undefined;
  readonly notText: string;
  readonly tooLong: string;
}

/** Checks the length before the content, so that no pattern or normalisation runs on a far too long text. Every user text starts with this. */
export function boundedText({ max = DEFAULT_MAX_LENGTH, notText, tooLong }: TextBound) {
  return z
    .string({ error: notText })
    .refine((value) => value.length <= maxRawLength(max), tooLong)
    .pipe(z.string());
}

export const lengthLimitedText = ({ max = DEFAULT_MAX_LENGTH, tooLong }: TextBound) => z.string().max(max, tooLong);

export const cleanedText = (bound: TextBound) =>
  boundedText(bound)
    .transform((value) => cleanText(value))
    .pipe(lengthLimitedText(bound));

interface ListBound {
  readonly min?: number;
  readonly max: number;
  readonly notList: string | z.core.$ZodErrorMap;
  readonly wrongLength: string;
}

export function boundedList<T extends z.ZodType>(element: T, { min = 0, max, notList, wrongLength }: ListBound) {
  return z.preprocess(
    (value, context) => {
      if (!Array.isArray(value) || (value.length >= min && value.length <= max)) return value;
      context.addIssue({ code: 'custom', message: wrongLength, input: value });
      return z.NEVER;
    },
    z.array(element, { error: notList }),
  );
}

interface RecordBound {
  readonly max: number;
  readonly notRecord: string;
  readonly tooMany: string;
}

function hasMoreKeys(content: object, max: number): boolean {
  let count = 0;
  for (const key in content) {
    if (!Object.hasOwn(content, key)) continue;
    count += 1;
    if (count > max) return true;
  }
  return false;
}

/** An object with keys chosen by the client; they are counted before any is read. */
export function boundedRecord<K extends z.core.$ZodRecordKey, V extends z.ZodType>(
  key: K,
  value: V,
  { max, notRecord, tooMany }: RecordBound,
) {
  const counted = z.preprocess(
    (content, context) => {
      if (typeof content !== 'object' || content === null || !hasMoreKeys(content, max)) return content;
      context.addIssue({ code: 'custom', message: tooMany, input: content });
      return z.NEVER;
    },
    z.record(key, value, { error: notRecord }),
  );
  return counted.meta({ maxProperties: max });
}

/** An object that is parsed later, depending on its type: its parser must limit its keys and depth. */
export const unparsedObject = (notObject: string) =>
  z
    .custom<Readonly<Record<string, unknown>>>(
      (sent) => typeof sent === 'object' && sent !== null && !Array.isArray(sent),
      notObject,
    )
    .meta({ type: 'object', additionalProperties: true });
