import { showCount } from './figure-table.ts';

export const childrenText = (count: number): string =>
  count === 1 ? '1 niña o niño' : `${showCount(count)} niñas y niños`;
