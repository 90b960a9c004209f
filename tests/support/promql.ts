import { parser } from '@prometheus-io/lezer-promql';

interface Selector {
  metric: string;
  labels: string[];
}

/** The metrics that a PromQL expression selects. @throws Error if it is invalid */
export function selectorsIn(expression: string): Selector[] {
  const selectors: Selector[] = [];
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
      selectors.push({ metric: expression.slice(name.from, name.to), labels });
    },
  });
  return selectors;
}
