import { Anchor, VisuallyHidden } from '@mantine/core';
import { useScrollSpy } from '@mantine/hooks';
import { IconCheck } from '@tabler/icons-react';
import { type MouseEvent, memo } from 'react';
import { ToneBadge } from '#web/ui/shapes/tone-badge.tsx';
import type { FormGroup } from './form-groups.ts';
import classes from './guided-form.module.css';
import { sectionId } from './guided-section.tsx';

interface FormContentsProps {
  groups: FormGroup[];
  missing: string[];
  /** Fields that violate a rule. */
  wrong: string[];
  /** Optional sections without any value. */
  untouched: string[];
}

const READ_AT_PX = 160;

function RemainingCount({ missing, wrong, untouched }: { missing: number; wrong: number; untouched: boolean }) {
  // A tick would suggest that the section was filled in.
  if (untouched) return <VisuallyHidden>, opcional</VisuallyHidden>;
  if (missing + wrong === 0)
    return (
      <>
        <IconCheck size={18} style={{ color: 'var(--mantine-color-laguna-6)' }} aria-hidden />
        <VisuallyHidden>, completo</VisuallyHidden>
      </>
    );
  return (
    <ToneBadge tone={wrong > 0 ? 'low' : 'quiet'}>
      <VisuallyHidden>, por completar: </VisuallyHidden>
      {missing + wrong}
    </ToneBadge>
  );
}

const looksTheSame = (before: FormContentsProps, now: FormContentsProps): boolean =>
  before.missing.join() === now.missing.join() &&
  before.wrong.join() === now.wrong.join() &&
  before.untouched.join() === now.untouched.join() &&
  before.groups.every(({ fields }, index) => fields.length === now.groups[index]?.fields.length);

/** The index of a long form: the visible section, and the number of fields still to complete in each. */
export const FormContents = memo(function FormContents({ groups, missing, wrong, untouched }: FormContentsProps) {
  const { active } = useScrollSpy({
    selector: groups.map(({ key }) => `#${sectionId(key)}`).join(', '),
    getDepth: () => 1,
    getValue: ({ id }) => id,
    offset: READ_AT_PX,
  });
  const follow = (event: MouseEvent, key: string) => {
    event.preventDefault();
    const section = document.getElementById(sectionId(key));
    section?.scrollIntoView({ block: 'start' });
    section?.querySelector<HTMLElement>('input, button:not([data-help]), textarea')?.focus({ preventScroll: true });
  };
  return (
    <nav className={classes.contents} aria-label="Contenido del formulario">
      <ol>
        {groups.map(({ key, title, fields }, index) => {
          const count = (names: string[]) => fields.filter(([name]) => names.includes(name)).length;
          return (
            <li key={key}>
              <Anchor
                size="xs"
                underline="never"
                href={`#${sectionId(key)}`}
                aria-current={index === Math.max(active, 0) ? 'location' : undefined}
                onClick={(event) => follow(event, key)}
              >
                <span>{title}</span>
                <RemainingCount missing={count(missing)} wrong={count(wrong)} untouched={untouched.includes(key)} />
              </Anchor>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}, looksTheSame);
