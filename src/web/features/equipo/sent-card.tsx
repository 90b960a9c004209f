import { Group, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { showInstantMinute } from '#domain/calendar.ts';
import { waitingWork } from '#web/device/shown/waiting-work.ts';
import type { EndedOperation } from '#web/device/store/outbox-store.ts';
import type { Work } from '#web/device/work/work.ts';
import { logLoadFailure } from '#web/lib/load-failure.ts';
import { useStore } from '#web/lib/store.ts';
import { type Tone, ToneBadge } from '#web/ui/shapes/tone-badge.tsx';
import { usePages } from '#web/ui/table/use-pages.ts';
import { OperationTitle } from './operation-title.tsx';
import { OPERATIONS_SHOWN, PagedSection } from './paged-section.tsx';

const HOW: Record<EndedOperation['como'], { words: string; tone: Tone }> = {
  enviada: { words: 'Enviado', tone: 'ok' },
  retenida: { words: 'Entregado a supervisión', tone: 'brand' },
  descartada: { words: 'Descartado por ti', tone: 'quiet' },
  pasada: { words: 'Pasado a su libreta', tone: 'quiet' },
};

const LEAD = (
  <Text size="sm" c="dimmed">
    Lo de los últimos 30 días.
  </Text>
);

/** A page of finished operations, read again whenever the pending ones change. */
function useEnded(work: Work, offset: number) {
  const waiting = useStore(waitingWork);
  const [ended, setEnded] = useState<Awaited<ReturnType<Work['ended']>>>({ rows: [], total: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a finished operation leaves the pending ones
  useEffect(() => {
    let here = true;
    work.ended({ offset, limit: OPERATIONS_SHOWN }).then(
      (read) => here && setEnded(read),
      (error) => logLoadFailure('lo enviado desde este equipo', error),
    );
    return () => {
      here = false;
    };
  }, [work, offset, waiting]);
  return ended;
}

/** The results of the operations of the last 30 days. */
export function SentCard({ work }: { work: Work }) {
  const [lastTotal, setLastTotal] = useState(0);
  const pages = usePages(lastTotal, OPERATIONS_SHOWN);
  const { rows, total } = useEnded(work, pages.offset);
  if (total !== lastTotal) setLastTotal(total);
  if (total === 0) return null;
  return (
    <PagedSection id="equipo-enviado" title="Enviado" pages={pages} lead={LEAD}>
      {rows.map((one) => (
        <li key={one.op}>
          <Group justify="space-between" gap="xs">
            <OperationTitle
              operation={one}
              quien={one.quien}
              when={one.capturado}
              leads={one.fechaDudosa}
              misdated={one.fechaDudosa}
            />
            <ToneBadge tone={HOW[one.como].tone}>
              {HOW[one.como].words} · {showInstantMinute(one.cuando)}
            </ToneBadge>
          </Group>
        </li>
      ))}
    </PagedSection>
  );
}
