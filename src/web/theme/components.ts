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
import alert from './alert.module.css';
import button from './button.module.css';
import input from './input.module.css';

/** Achiote is drawn one shade lighter than the other colours: 5.18 : 1 against white. */
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

const VEIL = { overlay: { background: 'var(--veil)' } };
/** What went wrong, as an alert says it: in the colours of what must not be overlooked. */
const ERROR = { '--alert-bg': 'var(--low-bg)', '--alert-color': 'var(--low-fg)' };

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
    vars: () => ({
      wrapper: {
        '--input-height': '2.75rem',
        '--input-fz': '1rem',
        '--input-padding': '0.75rem',
        // Also of what is wrong: its edge and its sentence say so.
        '--input-color': 'var(--ink)',
        '--input-section-color': 'var(--ink-3)',
      },
    }),
  }),
  InputWrapper: InputWrapper.extend({
    defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
    classNames: {
      label: input.label ?? '',
      description: input.description ?? '',
      error: input.error ?? '',
    },
  }),
  // By name: their code comes with the screens that open them.
  Modal: { styles: VEIL },
  Drawer: { styles: VEIL },
  // Not by their `extend`: they come with the screens that use them.
  Checkbox: { defaultProps: { radius: 'xs' }, classNames: { input: input.box } },
  CheckboxIndicator: { defaultProps: { radius: 'xs' }, classNames: { indicator: input.box } },
  Anchor: Anchor.extend({ defaultProps: { underline: 'always' } }),
  Alert: Alert.extend({
    defaultProps: { variant: 'light' },
    classNames: alert,
    vars: (_theme, { color }) => ({ root: color === 'rojo' ? ERROR : {} }),
  }),
  Paper: Paper.extend({ defaultProps: { radius: 'lg', shadow: 'sm' } }),
};
