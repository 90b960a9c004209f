import { parser } from '@prometheus-io/lezer-promql';

interface Asked {
  metric: string;
  /** The labels by which it is narrowed. */
  labels: string[];
}

/**
 * What an expression of PromQL asks for.
 * @throws Error when it is none
 */
export function askedIn(expression: string): Asked[] {
  const asked: Asked[] = [];
  parser.parse(expression).iterate({
    enter({ type, from, to, node }) {
      if (type.isError) throw new Error(`No PromQL at ${from}: ${expression}`);
      if (type.name !== 'VectorSelector') return;
      const name = node.getChild('Identifier');
      if (!name) throw new Error(`Asks for no metric by name: ${expression.slice(from, to)}`);
      const labels: string[] = [];
      node.cursor().iterate((part) => {
        if (part.type.name === 'LabelName') labels.push(expression.slice(part.from, part.to));
      });
      asked.push({ metric: expression.slice(name.from, name.to), labels });
    },
  });
  return asked;
}
