import { Button, Stack, Title } from '@mantine/core';
import { IconListNumbers, IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { Option } from '#domain/calls/catalogs.ts';
import type { CatalogDefinition } from '#domain/catalogs.ts';
import type { Address } from '#web/lib/address.ts';
import { useListState } from '#web/records/lists/use-list-state.ts';
import { Note } from '#web/ui/feedback/note.tsx';
import { confirmLeaving } from '#web/ui/form/unsaved-changes.ts';
import { Actions } from '#web/ui/shapes/actions.tsx';
import { SectionHead } from '#web/ui/shapes/section-head.tsx';
import type { CatalogSearch } from './catalog-search.ts';
import { optionText, refreshCatalog } from './catalogs-api.ts';
import { ManyForm } from './many-form.tsx';
import { OptionForm } from './option-form.tsx';
import { OptionList } from './option-list.tsx';
import { useReveal } from './use-reveal.ts';

/** The state of the form above the list. */
type Mode = { kind: 'hidden' | 'create' | 'many' } | { kind: 'edit'; option: Option };

const HIDDEN: Mode = { kind: 'hidden' };

export function CatalogEditor({ catalog, address }: { catalog: CatalogDefinition; address: Address<CatalogSearch> }) {
  const [mode, setMode] = useState(HIDDEN);
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef<HTMLElement | null>(null);

  const open = async (next: Mode) => {
    if (next.kind === mode.kind && next.kind !== 'edit') return;
    const from = document.activeElement;
    if (!(await confirmLeaving())) return;
    opener.current = from instanceof HTMLElement ? from : null;
    setMode(next);
  };
  const cancel = () => {
    setMode(HIDDEN);
    opener.current?.focus();
  };
  const list = useListState(address);
  const { revealed, reveal } = useReveal(catalog, list);
  const latest = useRef(mode);
  latest.current = mode;
  /** Closes the form of this mode, but not another one that was opened before an answer came. */
  const close = (of: Mode) => {
    if (latest.current !== of) return;
    setMode(HIDDEN);
    heading.current?.focus();
  };
  /** After a save or deletion: closes its form, reloads the list and shows the page of the saved option. */
  const done = (saved?: Option) => {
    close(mode);
    void refreshCatalog(catalog);
    if (saved) void reveal(optionText(catalog, saved));
  };

  const edited = mode.kind === 'edit' ? mode.option : undefined;
  return (
    <Stack gap="sm">
      <SectionHead
        actions={
          <Actions tight>
            {catalog.many && (
              <Button
                variant="outline"
                leftSection={<IconListNumbers size={20} aria-hidden />}
                aria-expanded={mode.kind === 'many'}
                onClick={() => void open({ kind: 'many' })}
              >
                Agregar varios
              </Button>
            )}
            <Button
              variant="outline"
              leftSection={<IconPlus size={20} aria-hidden />}
              aria-expanded={mode.kind === 'create'}
              onClick={() => void open({ kind: 'create' })}
            >
              Agregar opción
            </Button>
          </Actions>
        }
      >
        <Title order={2} id="lista" ref={heading} tabIndex={-1}>
          {catalog.title}
        </Title>
      </SectionHead>
      <Note>{catalog.note}</Note>
      {(mode.kind === 'create' || mode.kind === 'edit') && (
        <OptionForm key={edited?._id ?? 'new'} catalog={catalog} option={edited} onDone={done} onCancel={cancel} />
      )}
      {mode.kind === 'many' && <ManyForm catalog={catalog} onAdded={(first) => void reveal(first)} onClose={cancel} />}
      <OptionList
        catalog={catalog}
        list={list}
        edited={edited?._id}
        revealed={revealed}
        onEdit={(option) => void open({ kind: 'edit', option })}
        onDeleted={({ _id }) => {
          if (_id === edited?._id) close(mode);
          else heading.current?.focus();
        }}
      />
    </Stack>
  );
}
