import { Button, Group } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { ManyReport } from '#domain/calls/catalogs.ts';
import { Actions } from '#web/ui/shapes/actions.tsx';
import classes from './catalogs.module.css';

function Values({ title, values }: { title: string; values: readonly string[] }) {
  if (values.length === 0) return null;
  return (
    <details>
      <summary>
        {title} ({values.length.toLocaleString('es-EC')})
      </summary>
      <ul>
        {values.map((value) => (
          <li key={value}>{value}</li>
        ))}
      </ul>
    </details>
  );
}

/** The result: new options and existing ones. */
export function ManyReportView({ report, onClose }: { report: ManyReport; onClose: () => void }) {
  const { agregados, existentes } = report;
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  const added = agregados.length.toLocaleString('es-EC');
  const there = existentes.length.toLocaleString('es-EC');
  return (
    <section ref={box} tabIndex={-1} className={classes.panel} aria-label="Resultado">
      <Group component="h3" gap="xs" wrap="nowrap">
        <IconCircleCheck size={22} color="var(--ok-mark)" aria-hidden />
        {agregados.length > 0 ? '¡Información Guardada!' : 'No había nada nuevo'}
      </Group>
      <p role="status">
        Se agregaron {added} y {there} ya estaban en la lista.
      </p>
      <Values title="Agregados" values={agregados} />
      <Values title="Ya estaban en la lista" values={existentes} />
      <Actions>
        <Button variant="outline" onClick={onClose}>
          Cerrar
        </Button>
      </Actions>
    </section>
  );
}
