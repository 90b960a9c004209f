import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchKeys } from '#web/records/search/use-search-keys.ts';
import { lazyPart } from '#web/ui/page/lazy-part.tsx';

const load = () => import('#web/records/search/search-sheet.tsx');
const SearchSheet = lazyPart(load);

/** The search of the screens that have no search for all people themselves. */
export function SearchEntry() {
  const [sheet, setSheet] = useState<'never' | 'open' | 'closed'>('never');
  const open = () => setSheet('open');
  useSearchKeys(open);
  return (
    <>
      <Button
        w="var(--touch)"
        h="var(--touch)"
        p={0}
        variant="subtle"
        aria-label="Buscar mujeres y niños"
        aria-haspopup="dialog"
        title="Buscar (/ o Ctrl+K)"
        onPointerDown={() => void load().catch(() => undefined)}
        onClick={open}
      >
        <IconSearch size={22} aria-hidden />
      </Button>
      {sheet !== 'never' && <SearchSheet opened={sheet === 'open'} onClose={() => setSheet('closed')} />}
    </>
  );
}
