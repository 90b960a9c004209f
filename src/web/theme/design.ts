import type { CSSVariablesResolver, MantineThemeOverride } from '@mantine/core';
import { breakpoints } from './breakpoints.ts';
import { colors, tokens } from './colors.ts';
import { fontSizes, fontWeights } from './letters.ts';

const FONT =
  "'Atkinson Hyperlegible Next Variable', 'Atkinson Hyperlegible Next', 'Atkinson Meanwhile', system-ui, sans-serif";

/** The theme without its components, from which the build makes the variables of the first style sheet. */
export const design: MantineThemeOverride = {
  colors,
  primaryColor: 'laguna',
  primaryShade: 7,
  black: tokens['--ink'],
  fontFamily: FONT,
  fontSmoothing: true,
  respectReducedMotion: true,
  cursorType: 'pointer',
  defaultRadius: 'md',
  fontWeights,
  fontSizes,
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.4', xl: '1.3' },
  spacing: {
    '3xs': '0.125rem',
    '2xs': '0.25rem',
    xs: '0.5rem',
    sm: '0.75rem',
    md: '1rem',
    lg: '1.5rem',
    xl: '2rem',
    '2xl': '3rem',
  },
  radius: { '2xs': '0.25rem', xs: '0.375rem', sm: '0.5rem', md: '0.625rem', lg: '1rem', xl: '1.5rem' },
  breakpoints,
  headings: {
    fontFamily: FONT,
    fontWeight: '680',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: 'var(--fs-h1)', lineHeight: '1.2' },
      h2: { fontSize: '1.25rem', lineHeight: '1.3' },
      h3: { fontSize: '1.125rem', lineHeight: '1.4' },
      h4: { fontSize: '1rem', lineHeight: '1.4' },
      h5: { fontSize: '0.875rem', lineHeight: '1.45' },
      h6: { fontSize: '0.8125rem', lineHeight: '1.4' },
    },
  },
  shadows: {
    xs: '0 1px 2px rgb(6 55 67 / 0.05), 0 2px 8px rgb(6 55 67 / 0.05)',
    sm: '0 1px 2px rgb(6 55 67 / 0.05), 0 2px 8px rgb(6 55 67 / 0.05)',
    md: '0 2px 6px rgb(6 55 67 / 0.07), 0 10px 28px rgb(6 55 67 / 0.09)',
    lg: '0 2px 6px rgb(6 55 67 / 0.07), 0 10px 28px rgb(6 55 67 / 0.09)',
    xl: '0 8px 20px rgb(6 55 67 / 0.14), 0 28px 64px rgb(6 55 67 / 0.22)',
  },
};

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  dark: {},
  light: {
    ...tokens,
    '--mantine-color-body': tokens['--surface'],
    '--mantine-color-text': tokens['--ink'],
    '--mantine-color-dimmed': tokens['--ink-3'],
    '--mantine-color-error': tokens['--danger'],
    '--mantine-color-placeholder': tokens['--ink-3'],
    '--mantine-color-anchor': colors.laguna[7],
    '--mantine-color-default-border': tokens['--line'],
    '--mantine-color-disabled': tokens['--sunken'],
    '--mantine-color-disabled-color': tokens['--ink-3'],
  },
});
