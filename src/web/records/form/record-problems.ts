import type { FieldProblem } from '#domain/errors.ts';
import { NOT_DATE, NOT_DATE_TYPED } from '#domain/fields/date.ts';
import type { Values } from '#domain/fields/index.ts';
import {
  clearHidden,
  flatPath,
  type ParseResult,
  problemsOf,
  type RecordDefinition,
} from '#domain/records/define-record.ts';

function inFormOrder(definition: RecordDefinition, problems: FieldProblem[]): FieldProblem[] {
  const place = ({ path }: FieldProblem) => {
    const index = definition.fieldNames.indexOf(path);
    return index < 0 ? definition.fieldNames.length : index;
  };
  return [...problems].sort((one, other) => place(one) - place(other));
}

/** Maps the server's problems to the field names of the form, in form order. */
export function mapProblems(definition: RecordDefinition, problems: FieldProblem[]): FieldProblem[] {
  const mapped = problems.map(({ msg, path }) => {
    const name = flatPath(definition, path);
    return { msg, path: name in definition.fields ? name : '' };
  });
  return inFormOrder(definition, mapped);
}

export function checkForm(definition: RecordDefinition, values: Values): ParseResult {
  const result = definition.flatSchema.safeParse(clearHidden(definition.fields, values));
  if (result.success) return { values: result.data, problems: null };
  const problems = problemsOf(result.error).map(({ msg, path }) => ({
    msg: msg === NOT_DATE ? NOT_DATE_TYPED : msg,
    path,
  }));
  return { values: null, problems: mapProblems(definition, problems) };
}

/** The first problem of each field. */
export function byField(problems: FieldProblem[]): Map<string, string> {
  const first = new Map<string, string>();
  for (const { msg, path } of problems) if (path && !first.has(path)) first.set(path, msg);
  return first;
}
