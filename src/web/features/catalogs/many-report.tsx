import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { ManyReport } from '#domain/calls/catalogs.ts';
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

/** What became of many lines: which are new, and which were there already. */
export function ManyReportView({ report, onClose }: { report: ManyReport; onClose: () => void }) {
  const { agregados, existentes } = report;
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  const added = agregados.length.toLocaleString('es-EC');
  const there = existentes.length.toLocaleString('es-EC');
  return (
    <section ref={box} tabIndex={-1} className={classes.form} aria-label="Resultado">
      <h3 className={classes.done}>
        <IconCircleCheck size={22} aria-hidden />
        {agregados.length > 0 ? '¡Información Guardada!' : 'No había nada nuevo'}
      </h3>
      <p role="status" className={classes.summary}>
        Se agregaron {added} y {there} ya estaban en la lista.
      </p>
      <div className={classes.report}>
        <Values title="Agregados" values={agregados} />
        <Values title="Ya estaban en la lista" values={existentes} />
      </div>
      <div className={classes.buttons}>
        <Button variant="outline" onClick={onClose}>
          Cerrar
        </Button>
      </div>
    </section>
  );
}
