import { DownloadButton } from '#web/records/lists/download-button.tsx';
import type { ImportKind } from './import-kinds.ts';
import { saveTemplate } from './imports-api.ts';

export const TemplateButton = ({ kind }: { kind: ImportKind }) => (
  <DownloadButton save={(signal) => saveTemplate(kind, signal)}>Descargar plantilla</DownloadButton>
);
