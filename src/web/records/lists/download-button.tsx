import { Button } from '@mantine/core';
import { IconFileDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useDownload } from './use-download.ts';

interface DownloadButtonProps {
  /** Downloads the file and returns its name. */
  save: (signal: AbortSignal) => Promise<string>;
  icon?: ReactNode;
  disabled?: boolean;
  children: string;
}

/** Saves a file on the device. */
export function DownloadButton({ save, icon, disabled = false, children }: DownloadButtonProps) {
  const { busy, start } = useDownload(save);
  return (
    <Button
      variant="outline"
      leftSection={icon ?? <IconFileDownload size={20} aria-hidden />}
      loading={busy}
      disabled={disabled}
      onClick={() => void start()}
    >
      {children}
    </Button>
  );
}
