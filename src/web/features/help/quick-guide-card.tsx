import { Button, Group, Loader, Text } from '@mantine/core';
import { IconFileTypePdf, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { showLongDay } from '#domain/calendar.ts';
import { now } from '#domain/clock.ts';
import { logLoadFailure } from '#web/lib/load-failure.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { SITE } from '#web/lib/screen-title.ts';
import { useSession } from '#web/lib/session.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { RETRY } from '#web/ui/feedback/retry.tsx';
import { Card } from '#web/ui/shapes/card.tsx';
import { QUICK_GUIDE, quickGuide } from './quick-guide.ts';

/** Offers the quick guide as one A4 page. */
export function QuickGuideCard() {
  const session = useSession();
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const busy = state === 'busy';
  const make = async () => {
    if (busy || !session) return;
    setState('busy');
    try {
      const { makePdf } = await import('#web/ui/pdf/make-pdf.ts');
      const issued = { on: showLongDay(now()), by: `${session.nombre} ${session.apellido}` };
      saveFile(await makePdf(quickGuide({ product: SITE, issued })), QUICK_GUIDE.file);
      notify.success({ title: 'PDF generado', message: `Se descargó ${QUICK_GUIDE.file}.` });
      setState('idle');
    } catch (error) {
      logLoadFailure('la guía rápida', error);
      setState('failed');
    }
  };
  return (
    <Card as="section" aria-labelledby="guia-rapida">
      <Group justify="space-between">
        <div>
          <h2 id="guia-rapida">{QUICK_GUIDE.title}</h2>
          <Text c="var(--ink-2)">Una hoja para imprimir y llevar en la mochila.</Text>
        </div>
        <Button
          variant="outline"
          // Not `disabled`: the button keeps the focus.
          aria-disabled={busy}
          leftSection={
            busy ? (
              <Loader size={16} aria-hidden />
            ) : state === 'failed' ? (
              <IconRefresh size={18} aria-hidden />
            ) : (
              <IconFileTypePdf size={18} aria-hidden />
            )
          }
          onClick={() => void make()}
        >
          {busy ? 'Generando…' : state === 'failed' ? RETRY : 'Generar PDF'}
        </Button>
      </Group>
    </Card>
  );
}
