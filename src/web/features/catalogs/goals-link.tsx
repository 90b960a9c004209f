import { IconTargetArrow } from '@tabler/icons-react';
import { useGoalsOn } from '#web/lib/settings.ts';
import { ButtonLink } from '#web/ui/page/links.tsx';

/** The way to the goals, where they are not switched off. */
export function GoalsLink() {
  if (!useGoalsOn()) return null;
  return (
    <ButtonLink to="/formularios/metas" variant="outline" leftSection={<IconTargetArrow size={20} aria-hidden />}>
      Metas
    </ButtonLink>
  );
}
