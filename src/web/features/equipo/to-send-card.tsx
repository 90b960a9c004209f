import { Button, Text } from '@mantine/core';
import { IconCloudUp } from '@tabler/icons-react';
import type { PendingOperation } from '#domain/sync/lane.ts';
import { deviceStatus } from '#web/device/shown/status.ts';
import type { Work } from '#web/device/work/work.ts';
import { useStore } from '#web/lib/store.ts';
import { useStatusWords, useWorkStatus } from '#web/ui/device/use-work-status.ts';
import { usePages } from '#web/ui/table/use-pages.ts';
import { OperationTitle } from './operation-title.tsx';
import { OPERATIONS_SHOWN, PagedSection } from './paged-section.tsx';
import { useSendNow } from './use-send-now.ts';

interface ToSendCardProps {
  work: Work;
  waiting: readonly PendingOperation[];
  /** The operations that nothing blocks. */
  going: ReadonlySet<PendingOperation>;
}

/** The operations to send, the newest last. */
export function ToSendCard({ work, waiting, going }: ToSendCardProps) {
  const pages = usePages(waiting.length, OPERATIONS_SHOWN);
  const status = useWorkStatus();
  const words = useStatusWords(useStore(deviceStatus), status);
  const { sendNow, busy } = useSendNow();
  return (
    <PagedSection
      id="equipo-por-enviar"
      title="Por enviar"
      pages={pages}
      actions={
        <Button
          leftSection={<IconCloudUp size={18} aria-hidden />}
          loading={busy}
          disabled={status.sending.is === 'role'}
          onClick={() => void sendNow(work)}
        >
          Enviar ahora
        </Button>
      }
      lead={
        <Text size="sm" c="dimmed" role="status">
          {words}
        </Text>
      }
    >
      {pages.shown(waiting).map((one) => (
        <li key={one.op}>
          <OperationTitle
            operation={one}
            quien={work.quien(one)}
            when={one.capturado}
            leads
            misdated={work.hasDoubtfulDate(one)}
          />
          {!going.has(one) && (
            <Text size="sm" c="var(--warn-fg)">
              Espera a lo que está en «Para revisar» de esta libreta.
            </Text>
          )}
        </li>
      ))}
    </PagedSection>
  );
}
