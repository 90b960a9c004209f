import type { RecordDefinition } from '../records/define-record.ts';
import { foldText } from '../text.ts';

export const searchText = ({ search = [] }: RecordDefinition, values: Readonly<Record<string, unknown>>): string =>
  foldText(search.map((field) => values[field]).join(' '));
