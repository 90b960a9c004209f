import type { HelpKey } from '#domain/help/explanations.ts';
import type { Picture } from './pictures.ts';

/** For whom a guide is written, with the label of its tab. */
export const AUDIENCES = {
  brigada: 'Brigada',
  supervision: 'Supervisión',
  administracion: 'Administración',
  usuario: 'Por verificar',
} as const;

export type Audience = keyof typeof AUDIENCES;

export interface Step {
  /** What to do, or which case this is: enough for somebody who has read the guide before. */
  readonly what: string;
  readonly how?: string;
  readonly picture?: Picture;
  /** Also printed in the quick guide for brigades. */
  readonly quick?: true;
}

export interface Part {
  readonly title?: string;
  /** `cases` are looked up one by one, so they have no numbers. */
  readonly kind?: 'steps' | 'cases';
  readonly steps: readonly Step[];
}

/** A short text about one task. Words between «» are labels of the application, to the letter. */
export interface Guide {
  /** The last part of its address. */
  readonly id: string;
  readonly audience: Audience;
  readonly title: string;
  readonly description: string;
  readonly parts: readonly Part[];
  /** Explanations of fields that belong to the guide. */
  readonly measures?: readonly HelpKey[];
}
