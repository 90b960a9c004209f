/** Where a layout changes, in em, the smallest width of each: the theme, the styles (`@media (--below-lg)`) and `useWide` read it here. */
export const BREAKPOINTS = { xs: 36, sm: 48, md: 62, lg: 75, xl: 88 } as const;

/** As the theme takes them: `{ lg: '75em' }`. */
export const breakpoints = Object.fromEntries(Object.entries(BREAKPOINTS).map(([name, width]) => [name, `${width}em`]));

/** As styles name them: `--below-lg` is narrower than it, `--from-lg` at least as wide. */
export const customMedia = Object.entries(BREAKPOINTS).flatMap(([name, width]) => [
  { name: `--below-${name}`, query: `(max-width: ${width - 0.01}em)` },
  { name: `--from-${name}`, query: `(min-width: ${width}em)` },
]);
