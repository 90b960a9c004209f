import { Button, Stack } from '@mantine/core';
import type { Address } from '#web/lib/address.ts';
import { SideSheet } from '#web/ui/feedback/side-sheet.tsx';
import { useLatestShown } from '#web/ui/feedback/use-latest-shown.ts';
import { ScopeFields } from './visit-scope.tsx';
import type { VisitSearch } from './visit-search.ts';

interface VisitSheetProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  address: Address<VisitSearch>;
}

/** Place and responsible account, folded away on a phone. */
export default function VisitSheet({ opened: wanted, onClose, title, address }: VisitSheetProps) {
  const { opened } = useLatestShown(wanted || null);
  return (
    <SideSheet opened={opened} onClose={onClose} title={title} closeLabel="Cerrar filtros">
      <Stack gap="lg">
        <ScopeFields address={address} />
        <Button onClick={onClose}>Ver la lista</Button>
      </Stack>
    </SideSheet>
  );
}
