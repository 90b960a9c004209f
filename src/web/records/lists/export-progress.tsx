import { Box, Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { type RefObject, useEffect } from 'react';
import { EXPORT_FORMATS } from '#domain/calls/exports.ts';
import { ProgressTrack } from '#web/ui/feedback/progress-track.tsx';
import { FailureAlert } from '#web/ui/form/failure-alert.tsx';
import { Card } from '#web/ui/shapes/card.tsx';
import classes from './export-progress.module.css';
import type { ListExport } from './use-list-export.ts';

const FAILED = 'La exportación no terminó y no se guardó ningún archivo.';
/** Screen readers announce the progress in steps of this many percent. */
const ANNOUNCE_STEP = 25;
const whole = (value: number) => value.toLocaleString('es-EC');

interface ExportProgressProps {
  list: ListExport;
  /** Gets the focus when the focused element is removed. */
  returnTo: RefObject<HTMLButtonElement | null>;
}

export function ExportProgressBar({ list: { running, failure, cancel }, returnTo }: ExportProgressProps) {
  const active = running !== null;
  useEffect(() => {
    if (!active) return;
    return () => {
      const { activeElement } = document;
      if (activeElement === document.body || activeElement?.closest('[data-export]')) returnTo.current?.focus();
    };
  }, [active, returnTo]);

  const { rows = 0, total = 0 } = running?.progress ?? {};
  const percent = total > 0 ? Math.floor((rows / total) * 100) : null;
  const label = running ? `Exportando a ${EXPORT_FORMATS[running.format].label}` : '';
  const percentText = percent === null ? '' : `: ${Math.floor(percent / ANNOUNCE_STEP) * ANNOUNCE_STEP} %`;
  return (
    <>
      <VisuallyHidden role="status">{label + percentText}</VisuallyHidden>
      {failure !== null && (
        <Box mb="md">
          <FailureAlert error={failure} text={{ title: FAILED }} />
        </Box>
      )}
      {running && (
        <Card className={classes.progress} data-export>
          <Box flex={1}>
            <Group justify="space-between" gap="xs">
              <strong>{label}</strong>
              <Text span c="dimmed">
                {percent === null ? 'Preparando…' : `${whole(rows)} de ${whole(total)} filas`}
              </Text>
            </Group>
            <ProgressTrack label={label} percent={percent} text={`${whole(rows)} de ${whole(total)} filas`} />
          </Box>
          <Button variant="outline" onClick={cancel}>
            Cancelar
          </Button>
        </Card>
      )}
    </>
  );
}
