import '@mantine/core/styles/ActionIcon.layer.css';
import { ActionIcon } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import { useState } from 'react';
import { lazyPart } from '#web/ui/page/lazy-part.tsx';

const ScanSheet = lazyPart(() => import('./scan-sheet.tsx'));

/** Opens the camera to scan a printed booklet. @param onFollow called when a booklet is opened */
export function ScanButton({ onFollow }: { onFollow?: (() => void) | undefined }) {
  const [opened, setOpened] = useState(false);
  const [mounted, setMounted] = useState(false);
  return (
    <>
      <ActionIcon
        variant="outline"
        size="var(--touch)"
        aria-label="Escanear una libreta"
        onClick={() => {
          setMounted(true);
          setOpened(true);
        }}
      >
        <IconQrcode size={26} aria-hidden />
      </ActionIcon>
      {mounted && <ScanSheet opened={opened} onClose={() => setOpened(false)} onFollow={onFollow} />}
    </>
  );
}
