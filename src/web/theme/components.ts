import type { AlertProps, ButtonProps, MantineThemeComponents } from '@mantine/core';
import alert from './alert.module.css';
import button from './button.module.css';
import input from './input.module.css';

/** Filled achiote uses shade 6 instead of 7; its contrast with white is 5.18 : 1. */
function buttonColors(color: string | undefined, variant: string | undefined): Record<string, string> {
  if (variant === 'outline')
    return { '--button-bd': '1px solid var(--mantine-color-laguna-3)', '--button-bg': 'var(--surface)' };
  if (variant === 'on-dark')
    return {
      '--button-color': 'var(--on-dark)',
      '--button-bg': 'var(--on-dark-hover)',
      '--button-hover': 'var(--on-dark-hover)',
      '--button-bd': '1px solid var(--on-dark-line)',
    };
  if (variant === 'default')
    return { '--button-color': 'var(--ink-2)', '--button-hover': 'var(--mantine-color-laguna-0)' };
  if (variant === 'subtle' && !color) return { '--button-color': 'var(--mantine-color-laguna-7)' };
  if (color !== 'achiote' || (variant ?? 'filled') !== 'filled') return {};
  return { '--button-bg': 'var(--mantine-color-achiote-6)', '--button-hover': 'var(--mantine-color-achiote-7)' };
}

/** Puts a loader over the middle of its button. Mantine only does so with motion. */
export const LOADER_MIDDLE = { transform: 'translate(-50%, calc(-50% + 1px))' };

const VEIL = { overlay: { background: 'var(--veil)' } };
const ERROR = { '--alert-bg': 'var(--low-bg)', '--alert-color': 'var(--low-fg)' };

/** Default props by component name, not by component object, so that their code stays in the chunks of the screens that use them. */
export const components: MantineThemeComponents = {
  Button: {
    defaultProps: { size: 'md' },
    classNames: button,
    styles: { loader: LOADER_MIDDLE },
    vars: (_theme: unknown, { color, variant }: ButtonProps) => ({ root: buttonColors(color, variant) }),
  },
  ActionIcon: { defaultProps: { size: '2.75rem', variant: 'subtle' } },
  Input: {
    classNames: input,
    vars: () => ({
      wrapper: { '--input-height': '2.75rem', '--input-fz': '1rem', '--input-padding': '0.75rem' },
    }),
  },
  InputWrapper: {
    defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
    classNames: {
      label: input.label ?? '',
      description: input.description ?? '',
      error: input.error ?? '',
    },
  },
  Modal: { styles: VEIL },
  Drawer: { styles: VEIL },
  Checkbox: { defaultProps: { radius: 'xs' }, classNames: { input: input.box } },
  CheckboxIndicator: { defaultProps: { radius: 'xs' }, classNames: { indicator: input.box } },
  Anchor: { defaultProps: { underline: 'always' } },
  Alert: {
    defaultProps: { variant: 'light' },
    classNames: alert,
    vars: (_theme: unknown, { color }: AlertProps) => ({ root: color === 'rojo' ? ERROR : {} }),
  },
  Paper: { defaultProps: { radius: 'lg', shadow: 'sm' } },
};
