import { Button, Loader } from '@mantine/core';
import { IconFileTypePdf, IconRefresh } from '@tabler/icons-react';
import type { Row } from '#web/lib/row.ts';
import { RETRY } from '#web/ui/feedback/retry.tsx';
import { type PatientKind, personName } from './patient-kind.ts';
import { type PatientPdf, usePatientPdf } from './use-patient-pdf.ts';

interface PdfButtonProps {
  kind: PatientKind;
  row: Row;
  /** In a table it has an outline, on a card only its words. */
  variant: 'outline' | 'subtle';
}

/** Above the link's target, its icon in line with the words over it. */
const ON_CARD = { 'data-above': true, px: 'xs', mt: '2xs', ml: '-xs', mb: '-xs' };

/** What stands on the button, and how it is heard. */
function wordsOf({ busy, failed }: PatientPdf) {
  if (busy) return { shown: 'Generando…', heard: 'Generando… PDF', icon: <Loader size={16} aria-hidden /> };
  if (failed) return { shown: RETRY, heard: `${RETRY}: generar PDF`, icon: <IconRefresh size={18} aria-hidden /> };
  return { shown: 'Generar PDF', heard: 'Generar PDF', icon: <IconFileTypePdf size={18} aria-hidden /> };
}

/** Makes the person's PDF from the list, without opening her or him. It keeps the focus while it works. */
export function PdfButton({ kind, row, variant }: PdfButtonProps) {
  const pdf = usePatientPdf(kind, row._id);
  const { shown, heard, icon } = wordsOf(pdf);
  return (
    <Button
      variant={variant}
      size="sm"
      {...(variant === 'subtle' && ON_CARD)}
      aria-label={`${heard} de ${personName(kind, row)}`}
      aria-disabled={pdf.busy}
      leftSection={icon}
      onClick={(event) => {
        event.stopPropagation();
        pdf.start();
      }}
    >
      {shown}
    </Button>
  );
}
