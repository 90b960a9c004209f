import { Button, FileButton, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconAlertCircle, IconFileUpload, IconRefresh } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { ProgressTrack } from '#web/ui/feedback/progress-track.tsx';
import { Callout } from '#web/ui/shapes/callout.tsx';
import type { ImportKind } from './import-kinds.ts';
import classes from './importar.module.css';
import { useDroppedFile } from './use-dropped-file.ts';
import type { Upload, UploadState } from './use-upload.ts';

const ACCEPTED =
  '.xlsx,.xlsm,.xls,.ods,.csv,.tsv,.txt,text/csv,text/plain,application/vnd.ms-excel,application/vnd.oasis.opendocument.spreadsheet,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** Screen readers announce the progress in steps of this many percent. */
const ANNOUNCE_STEP = 25;
const SEVERAL = 'Suelta un solo archivo a la vez.';
const NO_KIND = 'Elige primero qué vas a importar.';

function Sending({ upload: { file, percent }, onCancel }: { upload: Upload; onCancel: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  // The button that opened the file dialog is gone.
  useEffect(() => button.current?.focus(), []);
  const text = percent === 100 ? 'Esperando al servidor…' : `${percent ?? 0} %`;
  return (
    <Stack gap="sm">
      <div>
        <Group justify="space-between" gap="xs">
          <strong className={classes.name}>{file.name}</strong>
          <Text span c="dimmed">
            {text}
          </Text>
        </Group>
        <ProgressTrack label={`Subiendo ${file.name}`} percent={percent} text={text} />
      </div>
      <Group justify="flex-end">
        <Button ref={button} variant="outline" onClick={onCancel}>
          Cancelar
        </Button>
      </Group>
    </Stack>
  );
}

interface FileDropProps {
  kind: ImportKind | '';
  state: UploadState;
}

/** Takes a file from the file dialog or dropped on the page, and shows how its upload goes. */
export function FileDrop({ kind, state: { upload, send, cancel } }: FileDropProps) {
  const [problem, setProblem] = useState('');
  const chooser = useRef<HTMLButtonElement>(null);
  const retry = useRef<HTMLButtonElement>(null);
  const resetFile = useRef<() => void>(null);
  const sending = upload !== null && upload.percent !== null;
  const percent = upload?.percent ?? null;

  const take = (files: readonly File[]) => {
    const [file] = files;
    if (sending || !file) return;
    if (!kind) return setProblem(NO_KIND);
    if (files.length > 1) return setProblem(SEVERAL);
    setProblem('');
    void send(kind, file);
  };
  const over = useDroppedFile(take);

  const wasSending = useRef(sending);
  useEffect(() => {
    if (wasSending.current && !sending) (retry.current ?? chooser.current)?.focus();
    wasSending.current = sending;
  }, [sending]);

  const announced =
    percent === null ? '' : `Subiendo el archivo: ${Math.floor(percent / ANNOUNCE_STEP) * ANNOUNCE_STEP} %`;
  const shownProblem = (problem === NO_KIND && kind ? '' : problem) || upload?.problem;
  return (
    <div className={classes.drop} data-over={over || undefined}>
      <VisuallyHidden role="status">{announced}</VisuallyHidden>
      {sending && <Sending upload={upload} onCancel={cancel} />}
      {!sending && (
        <Stack gap="sm" align="center" ta="center">
          {shownProblem && (
            <Callout tone="low" role="alert" ta="start" icon={<IconAlertCircle size={20} aria-hidden />}>
              {upload && shownProblem === upload.problem && <b className={classes.name}>{upload.file.name}: </b>}
              {shownProblem}
            </Callout>
          )}
          {upload && kind && (
            <Button
              ref={retry}
              color="achiote"
              leftSection={<IconRefresh size={20} aria-hidden />}
              onClick={() => void send(kind, upload.file)}
            >
              Intentar de nuevo
            </Button>
          )}
          <Text>{over ? 'Suelta el archivo aquí.' : 'Arrastra el archivo a esta página, o elígelo.'}</Text>
          <FileButton
            resetRef={resetFile}
            accept={ACCEPTED}
            inputProps={{ 'aria-label': 'Archivo para importar', tabIndex: -1 }}
            onChange={(file) => {
              if (file) take([file]);
              resetFile.current?.();
            }}
          >
            {(props) => (
              <Button
                {...props}
                onClick={kind ? props.onClick : () => setProblem(NO_KIND)}
                ref={chooser}
                variant={upload ? 'outline' : 'filled'}
                color={upload ? 'laguna' : 'achiote'}
                leftSection={<IconFileUpload size={20} aria-hidden />}
              >
                {upload ? 'Elegir otro archivo' : 'Elegir archivo'}
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed">
            XLSX, XLS, ODS o CSV, de hasta 50 MB.
          </Text>
        </Stack>
      )}
    </div>
  );
}
