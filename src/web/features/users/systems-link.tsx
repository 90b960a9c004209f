import { IconPlugConnected } from '@tabler/icons-react';
import { useExchangeSetting } from '#web/lib/settings.ts';
import { ButtonLink } from '#web/ui/page/links.tsx';

/** The way to the systems that read, where the exchange is not switched off. */
export function SystemsLink() {
  if (!useExchangeSetting()) return null;
  return (
    <ButtonLink to="/admin/sistemas" variant="outline" leftSection={<IconPlugConnected size={20} aria-hidden />}>
      Sistemas
    </ButtonLink>
  );
}
