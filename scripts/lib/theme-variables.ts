import { cssVariablesResolver, design } from '../../src/web/theme/design.ts';

/** The style sheet with all variables of the theme. Mantine's own has its defaults, to which it adds the others in the browser. */
export async function themeVariables(): Promise<string> {
  // Imported late, because the tests read vite.config.ts without a build.
  const { convertCssVariables, DEFAULT_THEME, deepMerge, defaultCssVariablesResolver, mergeMantineTheme } =
    await import('@mantine/core');
  const theme = mergeMantineTheme(DEFAULT_THEME, design);
  return convertCssVariables(deepMerge(defaultCssVariablesResolver(theme), cssVariablesResolver(theme)));
}
