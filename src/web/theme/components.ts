import {
  ActionIcon,
  Alert,
  Anchor,
  Button,
  Input,
  InputWrapper,
  type MantineThemeComponents,
  Paper,
} from '@mantine/core';
import button from './button.module.css';
import input from './input.module.css';

/** Achiote is drawn one shade lighter than the other colours: 5.18 : 1 against white. */
function buttonColors(color: string | undefined, variant: string | undefined): Record<string, string> {
  if (variant === 'outline')
    return { '--button-bd': '1px solid var(--mantine-color-laguna-3)', '--button-bg': 'var(--surface)' };
  if (variant === 'default')
    return { '--button-color': 'var(--ink-2)', '--button-hover': 'var(--mantine-color-laguna-0)' };
  if (variant === 'subtle' && !color) return { '--button-color': 'var(--mantine-color-laguna-7)' };
  if (color !== 'achiote' || (variant ?? 'filled') !== 'filled') return {};
  return { '--button-bg': 'var(--mantine-color-achiote-6)', '--button-hover': 'var(--mantine-color-achiote-7)' };
}

/** Props every component starts with, so that screens repeat none of them. */
export const components: MantineThemeComponents = {
  Button: Button.extend({
    defaultProps: { size: 'md' },
    classNames: button,
    vars: (_theme, { color, variant }) => ({ root: buttonColors(color, variant) }),
  }),
  ActionIcon: ActionIcon.extend({ defaultProps: { size: '2.75rem', variant: 'subtle' } }),
  Input: Input.extend({
    classNames: input,
    vars: () => ({ wrapper: { '--input-height': '2.75rem', '--input-fz': '1rem', '--input-padding': '0.75rem' } }),
  }),
  InputWrapper: InputWrapper.extend({
    defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
    classNames: {
      label: input.label ?? '',
      description: input.description ?? '',
      error: input.error ?? '',
      required: input.required ?? '',
    },
  }),
  Anchor: Anchor.extend({ defaultProps: { underline: 'always' } }),
  Alert: Alert.extend({ defaultProps: { variant: 'light' } }),
  Paper: Paper.extend({ defaultProps: { radius: 'lg', shadow: 'sm' } }),
};
