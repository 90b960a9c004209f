import { Anchor, Button, Group, Loader, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { capitalized, inWords } from '#domain/text.ts';
import { focusField } from '#web/ui/form/focus-field.ts';
import classes from './save-bar.module.css';

interface SaveBarProps {
  label: string;
  saving: boolean;
  missing: string[];
  /** The number of invalid fields, after the first attempt. */
  toCorrect: number;
  /** Ids of fields with a warning. */
  warned: string[];
  /** Shown before the progress. */
  lead?: ReactNode;
  /** In a narrow column: the button takes its whole width. */
  narrow?: boolean;
}

/** Writes a label inside a sentence in lower case, except acronyms. */
const inSentence = (label: string) =>
  /^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLocaleLowerCase('es') + label.slice(1) : label;

/** More are counted, because the sentence has two lines beside the button of a phone. */
const MOST_NAMED = 3;

function missingText(missing: string[]): string {
  if (missing.length === 0) return '';
  if (missing.length > MOST_NAMED) return `Faltan ${missing.length} campos`;
  return `${missing.length === 1 ? 'Falta' : 'Faltan'}: ${inWords(missing.map(inSentence))}`;
}

function progress(missing: string[], toCorrect: number): string {
  const wanting = missingText(missing);
  const wrong = toCorrect > 0 ? `hay ${toCorrect} por corregir` : '';
  return capitalized([wanting, wrong].filter(Boolean).join(' y '));
}

/** Stands at the bottom of a phone, where the keyboard does not cover it. */
export const BottomBar = ({ children }: { children: ReactNode }) => (
  <div className={classes.saveBar} data-only="screen">
    {children}
  </div>
);

/** The submit button, fixed at the bottom of a phone, with what is still to complete. */
export function SaveBar({ label, saving, missing, toCorrect, warned, lead, narrow = false }: SaveBarProps) {
  const [first] = warned;
  return (
    <Group
      className={classes.saveBar}
      data-narrow={narrow || undefined}
      data-only="screen"
      justify="space-between"
      wrap={narrow ? 'wrap' : 'nowrap'}
    >
      <Group gap="xs" miw={0} fz="xs" lh={1.35}>
        {lead}
        <Text span inherit c="dimmed" className={classes.progress ?? ''}>
          {progress(missing, toCorrect)}
        </Text>
        <span role="status">
          {first && (
            <Anchor
              component="button"
              type="button"
              inherit
              fw="var(--mantine-font-weight-medium)"
              c="var(--warn-fg)"
              onClick={() => focusField(first)}
            >
              <Group component="span" gap="2xs" wrap="nowrap" mih="1.5rem">
                <IconAlertTriangle size={16} aria-hidden />
                {warned.length === 1 ? 'Revisa 1 aviso' : `Revisa ${warned.length} avisos`}
              </Group>
            </Anchor>
          )}
        </span>
      </Group>
      <Button
        type="submit"
        color="achiote"
        miw="8rem"
        // Its label is never cut; the sentence beside it takes two lines.
        flex="none"
        fullWidth={narrow}
        // Not `disabled`: the button keeps the focus, and the form ignores a second submit.
        aria-disabled={saving}
        leftSection={saving && <Loader size={18} color="var(--on-dark)" aria-hidden />}
      >
        {saving ? 'Guardando…' : label}
      </Button>
    </Group>
  );
}
