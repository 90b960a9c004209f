import { Box, Button, Group, Text } from '@mantine/core';
import { ProgressTrack } from '#web/ui/feedback/progress-track.tsx';
import { FailureAlert } from '#web/ui/form/failure-alert.tsx';
import { Card } from '#web/ui/shapes/card.tsx';
import classes from './export-progress.module.css';
import type { ListExport } from './use-list-export.ts';

const FAILED = 'La exportación no terminó y no se guardó ningún archivo.';
const whole = (value: number) => value.toLocaleString('es-EC');

interface ExportDetailsProps {
  list: ListExport;
  label: string;
  percent: number | null;
}

/** How far an export is, with a button that cancels it, or why it failed. */
export default function ExportDetails({ list: { running, failure, cancel }, label, percent }: ExportDetailsProps) {
  const { rows = 0, total = 0 } = running?.progress ?? {};
  return (
    <>
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
