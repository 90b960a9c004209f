import { getRouteApi } from '@tanstack/react-router';
import { controlmujer } from '#domain/records/control-mujer.ts';
import { etmi } from '#domain/records/etmi.ts';
import { vacunamujer } from '#domain/records/vacuna-mujer.ts';
import { MUJER } from '#web/features/mujeres/kind.ts';
import { VisitScreen } from '#web/records/visit/visit-screen.tsx';
import { WomanVisit } from './woman-visit.tsx';

const route = getRouteApi('/mujer/$mujerId/visita');
const COMPARED = [controlmujer, vacunamujer, etmi];

/** /mujer/{id}/visita: her control and the vaccines of her pregnancy, in one form. */
export function MujerVisitScreen() {
  const { mujerId } = route.useParams();
  return (
    <VisitScreen key={mujerId} kind={MUJER} id={mujerId} compared={COMPARED}>
      {(woman, recordsOf) => <WomanVisit woman={woman} recordsOf={recordsOf} />}
    </VisitScreen>
  );
}
