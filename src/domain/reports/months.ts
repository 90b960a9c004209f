const MONTHS = ['ENE', 'FEB', 'MAR', 'ABR', 'MAY', 'JUN', 'JUL', 'AGO', 'SEP', 'OCT', 'NOV', 'DIC'] as const;

const parts = (month: string) => month.split('-').map(Number) as [year: number, number: number];

/** `YYYY-MM` as "ENE". */
export const monthName = (month: string): string => MONTHS[parts(month)[1] - 1] ?? month;

export function everyMonth<Name extends string>(
  counted: readonly ({ mes: string } & Record<Name, number>)[],
  name: Name,
): { mes: string; total: number }[] {
  const totals = new Map(counted.map((row) => [row.mes, Number(row[name])]));
  const months = [...totals.keys()].sort();
  const [first, last] = [months[0], months.at(-1)];
  if (!first || !last) return [];
  const [[fromYear, from], [toYear, to]] = [parts(first), parts(last)];
  return Array.from({ length: (toYear - fromYear) * 12 + to - from + 1 }, (_, index) => {
    const month = from - 1 + index;
    const mes = `${fromYear + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
    return { mes, total: totals.get(mes) ?? 0 };
  });
}

/** `YYYY-MM` as "ENE 2026". */
export function monthLabel(month: string): string {
  const [year, number] = month.split('-');
  return `${MONTHS[Number(number) - 1]} ${year}`;
}
