import { childHelp } from './child.ts';
import type { FieldHelp } from './field-help.ts';
import { measureHelp } from './measures.ts';
import { newbornHelp } from './newborn.ts';
import { womanHelp } from './woman.ts';

const HELP = { ...measureHelp, ...childHelp, ...womanHelp, ...newbornHelp } as const;

/** A field names its explanation by this key, so that the texts load only when an explanation is opened. */
export type HelpKey = keyof typeof HELP;

export const FIELD_HELP: Readonly<Record<HelpKey, FieldHelp>> = HELP;
export const HELP_KEYS = Object.keys(HELP) as HelpKey[];
