import type { Picture } from './guides/pictures.ts';

const FILES = import.meta.glob<string>('../../assets/guias/*.webp', {
  eager: true,
  query: '?no-inline',
  import: 'default',
});

/** The address of a picture; undefined until it has been taken. */
export const pictureUrl = (picture: Picture): string | undefined => FILES[`../../assets/guias/${picture}.webp`];
