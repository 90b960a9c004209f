import type { RefObject } from 'react';
import type { FieldProblem } from '#domain/errors.ts';
import { ProblemList } from './problem-list.tsx';

interface ProblemSummaryProps {
  form: { problems: FieldProblem[]; summary: RefObject<HTMLDivElement | null> };
  labels?: Record<string, string>;
}

/** The summary of a short form: hidden for a single problem that is shown at its field. */
export function ProblemSummary({ form: { problems, summary }, labels }: ProblemSummaryProps) {
  const single = problems.length === 1 && problems[0]?.path !== '';
  if (problems.length === 0 || single) return null;
  return <ProblemList ref={summary} problems={problems} {...(labels && { labels })} />;
}
