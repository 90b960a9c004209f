import { DAMAGED, UnreadableFile } from './unreadable.ts';
import type { Zip } from './zip.ts';

/** The attributes of a tag by their names without prefix; of two with one name, the first. */
export type Attributes = (name: string) => string | undefined;

/** Names of elements come without their prefix. A text may come in several pieces. */
export interface XmlHandlers {
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  text(text: string): void;
}

/** Tags of spreadsheets are much shorter. */
const MAX_TAG = 64 * 1024;
const LONGEST_ENTITY = 12;
const CDATA = '<![CDATA[';
const [TAB, LINE, RETURN, SPACE, QUOTE, APOSTROPHE, SLASH, GREATER] = [9, 10, 13, 32, 34, 39, 47, 62];

const ENTITY = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(amp|lt|gt|quot|apos));/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const LAST_CODE_POINT = 0x10ffff;

/** Entities that a document declares itself stay as they are, so that none can grow. */
const decoded = (text: string): string =>
  text.includes('&')
    ? text.replace(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
        if (name !== undefined) return ENTITIES[name] ?? whole;
        const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
        return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : whole;
      })
    : text;

const withoutPrefix = (name: string) => name.slice(name.indexOf(':') + 1);

const ATTRIBUTE = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Parsed when the first one is asked for: most tags are not looked at. */
function attributesOf(raw: string): Attributes {
  let values: Map<string, string> | undefined;
  return (name) => {
    if (!values) {
      values = new Map();
      for (const [, full = '', double, single] of raw.matchAll(ATTRIBUTE)) {
        const local = withoutPrefix(full);
        if (!values.has(local)) values.set(local, double ?? single ?? '');
      }
    }
    const value = values.get(name);
    return value === undefined ? undefined : decoded(value);
  };
}

const isBlank = (code: number) => code === SPACE || code === TAB || code === LINE || code === RETURN;

/** The place of the `>` that ends a tag, outside of quotes; -1 if it is not there yet. */
function endOfTag(input: string, from: number): number {
  let quote = 0;
  for (let at = from; at < input.length; at += 1) {
    const code = input.charCodeAt(at);
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === GREATER) return at;
    else if (code === QUOTE || code === APOSTROPHE) quote = code;
  }
  return -1;
}

/** Where a text without a tag behind it may be cut: not inside of an entity. */
function safeEnd(input: string, from: number): number {
  const entity = input.lastIndexOf('&');
  return entity >= from && input.length - entity < LONGEST_ENTITY && !input.includes(';', entity)
    ? entity
    : input.length;
}

/** Parses XML in pieces and holds no more than one tag. @throws UnreadableFile if it is malformed */
export function createXmlParser({ open, close, text }: XmlHandlers) {
  let rest = '';
  /** The end of a comment, a declaration, an instruction or a CDATA section that has begun. */
  let until = '';
  let depth = 0;

  function readTag(tag: string): void {
    if (tag.charCodeAt(0) === SLASH) {
      depth -= 1;
      close(withoutPrefix(tag.slice(1).trimEnd()));
      return;
    }
    const isEmpty = tag.charCodeAt(tag.length - 1) === SLASH;
    const content = isEmpty ? tag.slice(0, -1) : tag;
    let end = 0;
    while (end < content.length && !isBlank(content.charCodeAt(end))) end += 1;
    const name = withoutPrefix(content.slice(0, end));
    open(name, attributesOf(content.slice(end)));
    if (isEmpty) close(name);
    else depth += 1;
  }

  /** @returns where to go on, or -1 if the end has not come yet */
  function skip(input: string, from: number): number {
    const end = input.indexOf(until, from);
    const content = end < 0 ? Math.max(from, input.length - until.length + 1) : end;
    if (until === ']]>' && content > from) text(input.slice(from, content));
    if (end < 0) {
      rest = input.slice(content);
      return -1;
    }
    const after = end + until.length;
    until = '';
    return after;
  }

  /** @returns where to go on, or -1 if the tag is not complete yet */
  function readMarkup(input: string, at: number): number {
    if (input.startsWith('<!', at) || input.startsWith('<?', at)) {
      if (input.length - at < CDATA.length) return -1;
      const isSection = input.startsWith(CDATA, at);
      const isComment = input.startsWith('<!--', at);
      until = isSection ? ']]>' : isComment ? '-->' : input.startsWith('<?', at) ? '?>' : '>';
      return at + (isSection ? CDATA.length : isComment ? 4 : 2);
    }
    const end = endOfTag(input, at + 1);
    if (end < 0) {
      if (input.length - at > MAX_TAG) throw new UnreadableFile(DAMAGED);
      return -1;
    }
    readTag(input.slice(at + 1, end));
    return end + 1;
  }

  return {
    write(piece: string): void {
      const input = rest === '' ? piece : rest + piece;
      rest = '';
      let at = 0;
      while (at < input.length) {
        if (until !== '') {
          at = skip(input, at);
          if (at < 0) return;
          continue;
        }
        const tag = input.indexOf('<', at);
        const textEnd = tag < 0 ? safeEnd(input, at) : tag;
        if (textEnd > at) text(decoded(input.slice(at, textEnd)));
        const next = tag < 0 ? -1 : readMarkup(input, tag);
        if (next < 0) {
          rest = input.slice(textEnd);
          return;
        }
        at = next;
      }
    },
    end(): void {
      if (depth !== 0 || until !== '' || rest.trim() !== '') throw new UnreadableFile(DAMAGED);
    },
  };
}

/** Parses a part of a ZIP; after each chunk it yields, so that what the handlers collected can be passed on. */
export async function* parsing(zip: Zip, name: string, handlers: XmlHandlers): AsyncGenerator<void> {
  const parser = createXmlParser(handlers);
  const decoder = new TextDecoder('utf-8');
  for await (const chunk of zip.read(name)) {
    parser.write(decoder.decode(chunk, { stream: true }));
    yield;
  }
  parser.write(decoder.decode());
  parser.end();
  yield;
}

export async function parsePart(zip: Zip, name: string, handlers: XmlHandlers): Promise<void> {
  for await (const _ of parsing(zip, name, handlers));
}
