import { z } from 'zod';
// Whoever makes a schema of people's texts also gets sentences for what names none.
import './schema-messages.ts';
import { cleanText, DEFAULT_MAX_LENGTH } from './text.ts';

/** What may come with a text that is kept: blanks around it, accents written apart from their letters. */
const longestThatMayFit = (max: number) => 4 * max + 1000;

export interface TextBound {
  /** Characters of the longest text that is kept; 200 unless told. */
  readonly max?: number | undefined;
  readonly notText: string;
  readonly tooLong: string;
}

/**
 * A text whose length is looked at before its letters. What is far too long is refused at once: no pattern and no
 * normalisation ever sees it, whatever follows in the pipe. Every schema of a text that people send begins with this.
 */
export function boundedText({ max = DEFAULT_MAX_LENGTH, notText, tooLong }: TextBound) {
  return z
    .string({ error: notText })
    .refine((value) => value.length <= longestThatMayFit(max), tooLong)
    .pipe(z.string());
}

/** A text of at most `max` characters as it stands in the pipe: after cleaning, or as it came. */
export const keptText = ({ max = DEFAULT_MAX_LENGTH, tooLong }: TextBound) => z.string().max(max, tooLong);

/** A text as the booklet keeps it, of at most `max` characters. */
export const cleanedText = (bound: TextBound) =>
  boundedText(bound)
    .transform((value) => cleanText(value))
    .pipe(keptText(bound));

interface ListBound {
  readonly min?: number;
  readonly max: number;
  readonly notList: string | z.core.$ZodErrorMap;
  readonly wrongLength: string;
}

/** A list whose length is looked at before its elements. */
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

/** Whether an object has more own keys than that; the rest of them are not looked at. */
function hasMoreKeys(content: object, max: number): boolean {
  let many = 0;
  for (const key in content) {
    if (!Object.hasOwn(content, key)) continue;
    many += 1;
    if (many > max) return true;
  }
  return false;
}

/** An object under names that the client chooses; they are counted before the first of them is looked at. */
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

/** An object that is read when its turn comes, by what it turns out to be: whoever reads it bounds its keys and its depth first. */
export const unreadObject = (notObject: string) =>
  z
    .custom<Readonly<Record<string, unknown>>>(
      (sent) => typeof sent === 'object' && sent !== null && !Array.isArray(sent),
      notObject,
    )
    .meta({ type: 'object', additionalProperties: true });
