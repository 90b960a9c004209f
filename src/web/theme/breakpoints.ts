/** The smallest width of each layout, in em; the theme, the styles (`@media (--below-lg)`) and `useWide` share these values. */
export const BREAKPOINTS = { xs: 36, sm: 48, md: 62, lg: 75, xl: 88 } as const;

/** The form that Mantine's theme expects: `{ lg: '75em' }`. */
export const breakpoints = Object.fromEntries(Object.entries(BREAKPOINTS).map(([name, width]) => [name, `${width}em`]));

/** Custom media queries: `--below-lg` matches narrower screens, `--from-lg` matches this width and wider ones. */
export const customMedia = Object.entries(BREAKPOINTS).flatMap(([name, width]) => [
  { name: `--below-${name}`, query: `(max-width: ${width - 0.01}em)` },
  { name: `--from-${name}`, query: `(min-width: ${width}em)` },
]);
