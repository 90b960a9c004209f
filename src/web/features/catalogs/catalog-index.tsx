import { NativeSelect } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CATALOG_GROUPS, CATALOG_KEYS, CATALOGS, type CatalogDefinition, type CatalogKey } from '#domain/catalogs.ts';
import { useWide } from '#web/ui/page/use-wide.ts';
import { IndexCount, IndexHeading, SIDE_TABS } from '#web/ui/shapes/side-tabs.tsx';
import { optionCount } from './catalogs-api.ts';

const LISTS: readonly (CatalogDefinition & { key: CatalogKey })[] = CATALOG_KEYS.map((key) => CATALOGS[key]);
const GROUPS = Object.entries(CATALOG_GROUPS).map(([group, title]) => ({
  title,
  lists: LISTS.filter((list) => list.group === group),
}));

interface CatalogIndexProps {
  current: CatalogKey;
  onOpen: (key: CatalogKey) => void;
}

/** The eleven catalogues by group: links beside the open one, or a select above it. */
export function CatalogIndex({ current, onOpen }: CatalogIndexProps) {
  const wide = useWide();
  const totals = useQueries({ queries: LISTS.map(optionCount) });
  const countOf = (list: (typeof LISTS)[number]) => totals[LISTS.indexOf(list)]?.data?.toLocaleString('es-EC');
  if (!wide)
    return (
      <NativeSelect
        mb="sm"
        label="Lista"
        value={current}
        onChange={({ currentTarget: { value } }) => onOpen(CATALOG_KEYS.find((key) => key === value) ?? current)}
        rightSection={<IconChevronDown size={18} aria-hidden />}
        data={GROUPS.map(({ title, lists }) => ({
          group: title,
          items: lists.map(({ key, short }) => ({ value: key, label: short })),
        }))}
      />
    );
  return (
    <nav className={SIDE_TABS.index} aria-label="Listas">
      {GROUPS.map(({ title, lists }) => (
        <section key={title} aria-label={title}>
          <IndexHeading aria-hidden>{title}</IndexHeading>
          {lists.map((list) => (
            <Link
              key={list.key}
              to="/formularios"
              search={{ lista: list.key }}
              resetScroll={false}
              className={SIDE_TABS.tab}
              data-active={list.key === current || undefined}
              aria-current={list.key === current ? 'page' : undefined}
            >
              {list.short}
              <IndexCount>{countOf(list)}</IndexCount>
            </Link>
          ))}
        </section>
      ))}
    </nav>
  );
}
