import { Button, Loader } from '@mantine/core';
import { IconFileTypePdf, IconRefresh } from '@tabler/icons-react';
import type { Row } from '#web/lib/row.ts';
import { RETRY } from '#web/ui/feedback/retry.tsx';
import { type PatientKind, personName } from './patient-kind.ts';
import { type PatientPdf, usePatientPdf } from './use-patient-pdf.ts';

interface PdfButtonProps {
  kind: PatientKind;
  row: Row;
  variant: 'outline' | 'subtle';
}

/** On a card the button lies above the card's link and is aligned with the text. */
const ON_CARD = { 'data-above': true, px: 'xs', mt: '2xs', ml: '-xs', mb: '-xs' };

/** The visible text and the accessible name of the button. */
function wordsOf({ busy, failed }: PatientPdf) {
  if (busy) return { shown: 'Generando…', spoken: 'Generando… PDF', icon: <Loader size={16} aria-hidden /> };
  if (failed) return { shown: RETRY, spoken: `${RETRY}: generar PDF`, icon: <IconRefresh size={18} aria-hidden /> };
  return { shown: 'Generar PDF', spoken: 'Generar PDF', icon: <IconFileTypePdf size={18} aria-hidden /> };
}

/** Makes the person's PDF from the list; the button stays focusable meanwhile. */
export function PdfButton({ kind, row, variant }: PdfButtonProps) {
  const pdf = usePatientPdf(kind, row._id);
  const { shown, spoken, icon } = wordsOf(pdf);
  return (
    <Button
      variant={variant}
      size="sm"
      {...(variant === 'subtle' && ON_CARD)}
      aria-label={`${spoken} de ${personName(kind, row)}`}
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
