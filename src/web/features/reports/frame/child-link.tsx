import { IconChevronRight } from '@tabler/icons-react';
import { TextLink } from '#web/ui/page/links.tsx';

export const childName = ({ nombres, apellidos }: { nombres: string; apellidos: string }) => `${nombres} ${apellidos}`;

export function ChildLink({ child }: { child: { _id: string; nombres: string; apellidos: string } }) {
  return (
    <TextLink
      to="/ninos/$ninoId"
      params={{ ninoId: child._id }}
      inherit
      fw="var(--mantine-font-weight-medium)"
      underline="hover"
      data-touch
      aria-label={`Ver a ${childName(child)}`}
    >
      Ver <IconChevronRight size={18} aria-hidden />
    </TextLink>
  );
}
