import '@mantine/core/styles/ActionIcon.layer.css';
import { ActionIcon, Box, Group, Text, Title } from '@mantine/core';
import { IconListSearch, IconMapPin } from '@tabler/icons-react';
import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Address } from '#web/lib/address.ts';
import { OptionsButton } from '#web/records/booklet/options-button.tsx';
import { SearchBox } from '#web/records/lists/search-box.tsx';
import type { ListExport } from '#web/records/lists/use-list-export.ts';
import type { ListState } from '#web/records/lists/use-list-state.ts';
import { lazyPart } from '#web/ui/page/lazy-part.tsx';
import { scopeOf, useSupervises } from './visit-scope.tsx';
import type { VisitSearch } from './visit-search.ts';

// The code of menus and sheets is large and loads only when needed.
const VisitMenu = lazyPart(() => import('./visit-menu.tsx'), <OptionsButton busy={false} />);
const VisitSheet = lazyPart(() => import('./visit-sheet.tsx'));

const SEARCH_LABEL = 'Buscar por cédula o nombre';

interface VisitHeaderProps {
  count: string;
  address: Address<VisitSearch>;
  list: ListState;
  listExport: ListExport;
  /** The button of the exports, which gets the focus when one ends. */
  menuButton: RefObject<HTMLButtonElement | null>;
}

/** Title, number of visits and the tools of the list, in one row of a phone. */
export function VisitHeader({ count, address, list, listExport, menuButton }: VisitHeaderProps) {
  const [opened, setOpened] = useState(false);
  // Also after going back to a search.
  const searching = opened || list.q !== '';
  const [menuRequested, setMenuRequested] = useState(false);
  const [sheet, setSheet] = useState<'never' | 'open' | 'closed'>('never');
  const box = useRef<HTMLDivElement>(null);
  const { provincia, canton, responsable } = scopeOf(address.search);
  const place = canton || provincia;
  const scopeTitle = useSupervises() ? 'Filtrar por lugar o responsable' : 'Filtrar por lugar';
  const toggleSearch = () => {
    if (searching && list.text) list.clear();
    // The box must be there before it can take the focus.
    flushSync(() => setOpened(!searching));
    box.current?.querySelector('input')?.focus();
  };
  return (
    <>
      <Group component="header" wrap="nowrap" gap={0} mih="var(--touch)" mt="-sm" mb="2xs">
        <Box flex={1} miw={0}>
          <Title order={1} size="xl" lh={1.2}>
            Seguimiento
          </Title>
          <Text size="xs" lh={1.3} c="dimmed">
            <span role="status">{count}</span>
            {place && ` · ${place}`}
          </Text>
        </Box>
        <ActionIcon aria-label="Buscar" aria-expanded={searching} onClick={toggleSearch}>
          <IconListSearch size={24} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant={place || responsable ? 'filled' : 'subtle'}
          aria-label={scopeTitle}
          aria-haspopup="dialog"
          onClick={() => setSheet('open')}
        >
          <IconMapPin size={24} aria-hidden />
        </ActionIcon>
        {menuRequested ? (
          <VisitMenu list={listExport} button={menuButton} />
        ) : (
          <OptionsButton
            ref={menuButton}
            busy={listExport.running !== null}
            aria-haspopup="menu"
            aria-expanded={false}
            onClick={() => setMenuRequested(true)}
          />
        )}
      </Group>
      {searching && (
        <Box ref={box} mb="2xs">
          <SearchBox list={list} label={SEARCH_LABEL} />
        </Box>
      )}
      {sheet !== 'never' && (
        <VisitSheet opened={sheet === 'open'} onClose={() => setSheet('closed')} title={scopeTitle} address={address} />
      )}
    </>
  );
}
