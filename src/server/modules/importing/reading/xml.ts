import { SaxesParser } from 'saxes';
import { DAMAGED, TOO_BIG_INSIDE, UnreadableFile } from './unreadable.ts';
import type { Zip } from './zip.ts';

/** The attributes of a tag by their names without prefix. */
export type Attributes = (name: string) => string | undefined;

/** Names of elements come without their prefix. */
export interface XmlHandlers {
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  text(text: string): void;
}

/** The parser holds a tag or text until its end; those of spreadsheets are much shorter. */
const MAX_HELD_BYTES = 1024 * 1024;

const withoutPrefix = (name: string) => name.slice(name.indexOf(':') + 1);

function attributesOf(attributes: Readonly<Record<string, string>>): Attributes {
  return (name) => {
    const value = attributes[name];
    if (value !== undefined) return value;
    const prefixed = Object.keys(attributes).find((full) => full.endsWith(`:${name}`));
    return prefixed && attributes[prefixed];
  };
}

/** Parses a part of a ZIP; after each chunk it yields, so that what the handlers collected can be passed on. @throws UnreadableFile */
export async function* parsing(zip: Zip, name: string, { open, close, text }: XmlHandlers): AsyncGenerator<void> {
  const parser = new SaxesParser();
  let held = 0;
  parser.on('opentag', (tag) => {
    held = 0;
    open(withoutPrefix(tag.name), attributesOf(tag.attributes));
  });
  parser.on('closetag', (tag) => {
    held = 0;
    close(withoutPrefix(tag.name));
  });
  parser.on('text', text);
  parser.on('cdata', text);
  parser.on('error', () => {
    throw new UnreadableFile(DAMAGED);
  });
  const decoder = new TextDecoder('utf-8');
  for await (const chunk of zip.read(name)) {
    held += chunk.length;
    if (held > MAX_HELD_BYTES) throw new UnreadableFile(TOO_BIG_INSIDE);
    parser.write(decoder.decode(chunk, { stream: true }));
    yield;
  }
  parser.write(decoder.decode()).close();
  yield;
}

export async function parsePart(zip: Zip, name: string, handlers: XmlHandlers): Promise<void> {
  for await (const _ of parsing(zip, name, handlers));
}
