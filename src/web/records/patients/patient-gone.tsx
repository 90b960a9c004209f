import '@mantine/core/styles/Alert.layer.css';
import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useServerReachable } from '#web/lib/server-reach.ts';
import { MissingPage } from '#web/ui/feedback/missing-page.tsx';
import type { PatientKind } from './patient-kind.ts';

interface PatientGoneProps {
  kind: PatientKind;
  /** The forms of the booklet stay below, because they have unsaved changes. */
  withForms?: boolean;
}

const WHY = 'Puede que se haya eliminado, o que esté a cargo de otra persona.';
const WHY_OFFLINE =
  'No está en este equipo. Puede que se haya eliminado, que esté a cargo de otra persona o que todavía no haya bajado: búscala cuando tengas señal.';

/** Shown for a booklet that is deleted, nonexistent or not visible for this account; the server does not distinguish them. */
export default function PatientGone({ kind, withForms = false }: PatientGoneProps) {
  const reachable = useServerReachable();
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The refused button is often far below. A field that is being typed in keeps its place.
    if (!document.activeElement?.matches('main :is(input, textarea)'))
      notice.current?.scrollIntoView({ block: 'center' });
  }, []);
  if (withForms)
    return (
      <Alert
        ref={notice}
        color="amarillo"
        icon={<IconAlertTriangle aria-hidden />}
        title={kind.texts.missing}
        mb="sm"
        role="alert"
      >
        {WHY} Lo que escribiste sigue aquí, pero ya no se puede guardar: cópialo y avisa a tu supervisor.
      </Alert>
    );
  return (
    <MissingPage
      title={kind.texts.missing}
      message={reachable ? WHY : WHY_OFFLINE}
      picture={kind.picture}
      leadsTo={{ to: kind.paths.list, label: `Ir al ${kind.definition.titles.table}` }}
    />
  );
}
