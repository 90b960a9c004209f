import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { Loader, Menu } from '@mantine/core';
import {
  IconArrowsExchange,
  IconEraser,
  IconFileExport,
  IconFileTypePdf,
  IconQrcode,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { RETRY } from '#web/ui/feedback/retry.tsx';
import { DROPDOWN_PLACEMENT } from '#web/ui/page/dropdown-placement.ts';
import { OptionsButton } from './options-button.tsx';

export interface OptionsMenuProps {
  pdf: { busy: boolean; failed: boolean; start: () => void };
  onDelete: () => void;
  /** For supervision only. */
  onHandOver?: (() => void) | undefined;
  /** For supervision only. */
  onRenewCode?: (() => void) | undefined;
  /** For administrators only. */
  privacy?: { exporting: boolean; onExport: () => void; onErase: () => void } | undefined;
}

const ITEM = { fz: 'md', mih: 44 } as const;

function PdfItem({ pdf }: Pick<OptionsMenuProps, 'pdf'>) {
  const { busy, failed, start } = pdf;
  const Icon = failed ? IconRefresh : IconFileTypePdf;
  return (
    <Menu.Item
      {...ITEM}
      closeMenuOnClick={false}
      leftSection={busy ? <Loader size={20} aria-hidden /> : <Icon size={20} aria-hidden />}
      aria-disabled={busy}
      aria-label={failed && !busy ? `${RETRY}: generar PDF` : undefined}
      onClick={start}
    >
      {busy ? 'Generando PDF…' : failed ? RETRY : 'Generar PDF'}
    </Menu.Item>
  );
}

/** The menu of the booklet, which opens as soon as its code has loaded. It stays open while the PDF is made, and after a failure. */
export default function OptionsMenu({ pdf, onDelete, onHandOver, onRenewCode, privacy }: OptionsMenuProps) {
  const [opened, setOpened] = useState(false);
  const { busy, failed } = pdf;
  const button = useRef<HTMLButtonElement>(null);
  // This button replaces the one that was pressed, so it takes the focus before the menu opens.
  useEffect(() => {
    button.current?.focus();
    setOpened(true);
  }, []);
  /** The dialog that an action opens returns the focus to the button, because the menu is gone by then. */
  const fromButton = (action: () => void) => () => {
    button.current?.focus();
    action();
  };
  const wasBusy = useRef(busy);
  useEffect(() => {
    if (wasBusy.current && !busy && !failed) setOpened(false);
    wasBusy.current = busy;
  }, [busy, failed]);
  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      shadow="md"
      width={privacy ? 280 : 200}
      withInitialFocusPlaceholder={false}
      {...DROPDOWN_PLACEMENT}
    >
      <Menu.Target>
        <OptionsButton ref={button} busy={busy} />
      </Menu.Target>
      <Menu.Dropdown>
        <PdfItem pdf={pdf} />
        {onHandOver && (
          <Menu.Item
            {...ITEM}
            leftSection={<IconArrowsExchange size={20} aria-hidden />}
            onClick={fromButton(onHandOver)}
          >
            Traspasar
          </Menu.Item>
        )}
        {onRenewCode && (
          <Menu.Item {...ITEM} leftSection={<IconQrcode size={20} aria-hidden />} onClick={fromButton(onRenewCode)}>
            Renovar código
          </Menu.Item>
        )}
        <Menu.Item
          {...ITEM}
          color="rojo"
          leftSection={<IconTrash size={20} aria-hidden />}
          onClick={fromButton(onDelete)}
        >
          Eliminar
        </Menu.Item>
        {privacy && (
          <>
            <Menu.Divider />
            <Menu.Item
              {...ITEM}
              leftSection={<IconFileExport size={20} aria-hidden />}
              aria-disabled={privacy.exporting}
              onClick={privacy.onExport}
            >
              Descargar todos sus datos
            </Menu.Item>
            <Menu.Item
              {...ITEM}
              color="rojo"
              leftSection={<IconEraser size={20} aria-hidden />}
              onClick={fromButton(privacy.onErase)}
            >
              Borrar para siempre
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
