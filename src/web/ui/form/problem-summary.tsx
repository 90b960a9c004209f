import type { RefObject } from 'react';
import type { FieldProblem } from '#domain/errors.ts';
import { ProblemList } from './problem-list.tsx';

interface ProblemSummaryProps {
  form: { problems: FieldProblem[]; summary: RefObject<HTMLDivElement | null> };
  labels?: Record<string, string>;
}

/** The summary above a short form: only when more than one thing needs attention, or one that has no field. */
export function ProblemSummary({ form: { problems, summary }, labels }: ProblemSummaryProps) {
  const single = problems.length === 1 && problems[0]?.path !== '';
  if (problems.length === 0 || single) return null;
  return <ProblemList ref={summary} problems={problems} {...(labels && { labels })} />;
}
