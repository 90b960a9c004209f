import { Note } from '#web/ui/feedback/note.tsx';
import { TextLink } from '#web/ui/page/links.tsx';
import type { Child } from './child-of.ts';

export const missingDataText = ({ sexo, birth }: Child): string =>
  [!sexo && 'el sexo', !birth && 'la fecha de nacimiento'].filter(Boolean).join(' y ');

export function GrowthMissing({ child }: { child: Child }) {
  const missing = missingDataText(child);
  if (!missing) return null;
  return (
    <Note>
      Para comparar con los estándares de la OMS, registra {missing} en{' '}
      <TextLink from="/ninos/$ninoId" to="." search={{ seccion: 'personal' }} resetScroll={false}>
        Información Personal
      </TextLink>
      .
    </Note>
  );
}
