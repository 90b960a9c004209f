import { IconStethoscope } from '@tabler/icons-react';
import { VISIT_TITLE } from '#web/records/booklet/booklet-links.ts';
import { IconLink } from '#web/ui/page/icon-link.tsx';
import { ButtonLink } from '#web/ui/page/links.tsx';
import type { PatientKind } from './patient-kind.ts';

interface VisitButtonProps {
  kind: PatientKind;
  id: string;
  /** `cover`: on a dark ground. `main`: the one action of the screen. */
  look?: 'cover' | 'icon' | 'main';
}

/** Starts a visit to the person, on the cover of her booklet. */
export function VisitButton({ kind, id, look = 'cover' }: VisitButtonProps) {
  if (look === 'icon')
    return (
      <IconLink {...kind.visit(id)} size="var(--touch)" variant="transparent" c="inherit" aria-label={VISIT_TITLE}>
        <IconStethoscope size={24} aria-hidden />
      </IconLink>
    );
  const looks = look === 'main' ? { color: 'achiote', fullWidth: true } : { variant: 'on-dark', size: 'sm' };
  return (
    <ButtonLink {...kind.visit(id)} {...looks} leftSection={<IconStethoscope size={18} aria-hidden />}>
      {VISIT_TITLE}
    </ButtonLink>
  );
}
