import { Button } from '@mantine/core';
import { IconFileDownload } from '@tabler/icons-react';
import { useDownload } from '#web/records/lists/use-download.ts';
import type { ImportKind } from './import-kinds.ts';
import { saveTemplate } from './imports-api.ts';

export function TemplateButton({ kind }: { kind: ImportKind }) {
  const { busy, start } = useDownload((signal) => saveTemplate(kind, signal));
  return (
    <Button
      variant="outline"
      leftSection={<IconFileDownload size={20} aria-hidden />}
      loading={busy}
      onClick={() => void start()}
    >
      Descargar plantilla
    </Button>
  );
}
