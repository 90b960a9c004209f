import { Button, Loader } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import type { Row } from '#web/lib/row.ts';
import { type PatientKind, personName } from './patient-kind.ts';
import classes from './patient-list.module.css';
import { usePatientPdf } from './use-patient-pdf.ts';

interface PdfButtonProps {
  kind: PatientKind;
  row: Row;
  /** In a table it has an outline, on a card only its words. */
  variant: 'outline' | 'subtle';
}

/** Makes the person's PDF from the list, without opening her or him. It keeps the focus while it works. */
export function PdfButton({ kind, row, variant }: PdfButtonProps) {
  const { busy, start } = usePatientPdf(kind, row._id);
  return (
    <Button
      variant={variant}
      size="sm"
      className={classes.pdf ?? ''}
      aria-label={`${busy ? 'Generando PDF…' : 'Generar PDF'} de ${personName(kind, row)}`}
      aria-disabled={busy}
      leftSection={busy ? <Loader size={16} aria-hidden /> : <IconFileTypePdf size={18} aria-hidden />}
      onClick={(event) => {
        event.stopPropagation();
        start();
      }}
    >
      {busy ? 'Generando…' : 'Generar PDF'}
    </Button>
  );
}
