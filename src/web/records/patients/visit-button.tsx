import { IconStethoscope } from '@tabler/icons-react';
import { VISIT_TITLE } from '#web/records/booklet/booklet-links.ts';
import { IconLink } from '#web/ui/page/icon-link.tsx';
import { ButtonLink } from '#web/ui/page/links.tsx';
import type { PatientKind } from './patient-kind.ts';

interface VisitButtonProps {
  kind: PatientKind;
  id: string;
  /** Shows the icon alone. */
  compact?: boolean;
}

/** Starts a visit to the person, on the cover of her booklet. */
export function VisitButton({ kind, id, compact = false }: VisitButtonProps) {
  if (compact)
    return (
      <IconLink {...kind.visit(id)} size="var(--touch)" variant="transparent" c="inherit" aria-label={VISIT_TITLE}>
        <IconStethoscope size={24} aria-hidden />
      </IconLink>
    );
  return (
    <ButtonLink {...kind.visit(id)} variant="on-dark" size="sm" leftSection={<IconStethoscope size={18} aria-hidden />}>
      {VISIT_TITLE}
    </ButtonLink>
  );
}
