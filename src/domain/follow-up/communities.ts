import { foldText } from '../text.ts';

interface Placed {
  readonly provincia: string;
  readonly canton: string;
  readonly parroquia: string;
  readonly direccion: string;
}

export interface Community<Row> {
  readonly key: string;
  readonly name: string;
  readonly rows: readonly Row[];
}

const WITHOUT_NAME = 'Sin dirección';

/** The community of a family: its address as typed, or else its parish; '' if both are empty. */
export const communityOf = ({ direccion, parroquia }: Pick<Placed, 'direccion' | 'parroquia'>): string =>
  foldText(direccion) ? direccion.trim() : parroquia.trim();

/**
 * Groups rows by community, in the order of the first row of each: of rows in the order of urgency, the community with the most urgent one
 * is first. Case, accents and spaces do not matter; the same name in two cantons means two communities.
 */
export function groupByCommunity<Row extends Placed>(rows: readonly Row[]): Community<Row>[] {
  const groups = new Map<string, [Row, ...Row[]]>();
  for (const row of rows) {
    const key = [row.provincia, row.canton, foldText(communityOf(row))].join('/');
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  const counts = new Map<string, number>();
  for (const [first] of groups.values()) {
    const name = foldText(communityOf(first));
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...groups].map(([key, group]) => {
    const [first] = group;
    const name = communityOf(first) || WITHOUT_NAME;
    const isShared = (counts.get(foldText(communityOf(first))) ?? 0) > 1;
    return { key, name: isShared && first.canton ? `${name}, ${first.canton}` : name, rows: group };
  });
}
