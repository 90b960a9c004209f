/** Font sizes on paper, in points. */
export const paperSizes = {
  curveName: 7.5,
  badgeName: 8,
  tick: 8.5,
  frame: 8.5,
  axis: 9,
  lastFigure: 9,
  label: 9,
  frameName: 9.5,
  groupTitle: 9.5,
  value: 10,
  coverTitle: 10,
  coverLine: 10.5,
  chartTitle: 11,
  badge: 11.5,
  heading: 13,
  brand: 13,
  coverName: 18,
} as const;

export const paperTableSizes = {
  few: { letters: 9.5, headings: 8.5 },
  many: { letters: 8.5, headings: 8 },
} as const;
