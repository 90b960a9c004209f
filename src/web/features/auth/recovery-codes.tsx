import { Button, Group, Stack } from '@mantine/core';
import { IconCheck, IconCopy, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { useInitialFocus } from '#web/ui/form/use-initial-focus.ts';
import { Callout } from '#web/ui/shapes/callout.tsx';
import classes from './recovery-codes.module.css';

interface RecoveryCodesProps {
  codes: readonly string[];
  printable?: boolean;
  onKept: () => void;
}

/** Shows the recovery codes once; the server stores only their hashes. */
export default function RecoveryCodesList({ codes, printable = false, onKept }: RecoveryCodesProps) {
  const [copied, setCopied] = useState(false);
  const list = useInitialFocus<HTMLUListElement>();
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join('\n'));
    setCopied(true);
  };
  return (
    <Stack gap="md">
      <Callout tone="none">
        Guárdalos en papel o en un lugar seguro: con uno de ellos entras si no tienes tu teléfono. Cada uno sirve una
        sola vez y <strong>no se vuelven a mostrar</strong>.
      </Callout>
      <ul ref={list} tabIndex={-1} className={classes.codes} aria-label="Códigos de recuperación">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="xs" data-only="screen">
        {'clipboard' in navigator && (
          <Button
            variant="outline"
            size="sm"
            leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            onClick={() => void copy().catch(() => setCopied(false))}
          >
            {copied ? 'Copiados' : 'Copiar'}
          </Button>
        )}
        {printable && (
          <Button
            variant="outline"
            size="sm"
            leftSection={<IconPrinter size={16} aria-hidden />}
            onClick={() => window.print()}
          >
            Imprimir
          </Button>
        )}
      </Group>
      <Button color="achiote" data-only="screen" onClick={onKept}>
        Ya los guardé
      </Button>
    </Stack>
  );
}
