import { useQuery } from '@tanstack/react-query';
import { isSex, type Sex } from '#domain/growth/who/sexes.ts';
import { loadStandards } from '#domain/growth/who/standards.ts';
import { RecordSection, type RecordSectionProps } from '#web/records/section/record-section.tsx';
import type { Child } from './child-of.ts';

/** A child's controls. An impossible measure is named while it is typed, because a saved control cannot be edited. */
export function ControlSection({ child, ...props }: RecordSectionProps & { child: Child }) {
  const { sexo, birth, gestacion } = child;
  // The form does not wait for the standards, which come with the summary of growth anyway.
  const { data: doubts } = useQuery({
    queryKey: ['implausible', sexo, birth, gestacion],
    meta: { what: 'estándares de la OMS' },
    queryFn: async () => {
      const [{ implausibleMeasures }, standards] = await Promise.all([
        import('./implausible-measures.ts'),
        loadStandards(sexo as Sex),
      ]);
      return implausibleMeasures(standards, { birth, gestacion });
    },
    enabled: isSex(sexo) && birth !== '',
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  return <RecordSection key={props.definition.key} {...props} doubts={doubts} />;
}
