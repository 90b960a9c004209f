import '@mantine/core/styles/ActionIcon.layer.css';
import { ActionIcon } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import { Explanation, type ExplanationProps } from './explanation.tsx';
import { helpButtonId } from './help-place.ts';
import { useHelpEntry } from './use-help-entry.ts';

interface HelpButtonProps extends ExplanationProps {
  /** The label of the field or group. */
  label: string;
  /** Whether Tab stops here. Beside an input it does not, so that it goes from number to number; F1 opens the explanation. */
  tabbed?: boolean;
  className?: string | undefined;
}

/** The section of an input lets presses through to it. */
const PRESSABLE = { pointerEvents: 'auto' } as const;

/** The "?" of a field or group. */
export function HelpButton({ label, tabbed = false, className = '', ...explained }: HelpButtonProps) {
  const { open } = useHelpEntry(explained.name);
  return (
    <>
      <ActionIcon
        id={helpButtonId(explained.name)}
        className={className}
        style={PRESSABLE}
        color="var(--mantine-color-laguna-6)"
        tabIndex={tabbed ? 0 : -1}
        aria-label={`Ayuda: ${label}`}
        title="Ayuda (F1)"
        aria-keyshortcuts="F1"
        aria-haspopup="dialog"
        data-help
        // The field keeps the focus, and a phone its keyboard.
        onMouseDown={(event) => event.preventDefault()}
        onClick={open}
      >
        <IconHelpCircle size={20} aria-hidden />
      </ActionIcon>
      <Explanation {...explained} />
    </>
  );
}
