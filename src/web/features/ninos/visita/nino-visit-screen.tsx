import { getRouteApi } from '@tanstack/react-router';
import { anemia } from '#domain/records/anemia.ts';
import { control } from '#domain/records/control.ts';
import { vacuna } from '#domain/records/vacuna.ts';
import { NINO } from '#web/features/ninos/kind.ts';
import { VisitScreen } from '#web/records/visit/visit-screen.tsx';
import { ChildVisit } from './child-visit.tsx';

const route = getRouteApi('/ninos/$ninoId/visita');
const COMPARED = [control, vacuna, anemia];

/** /ninos/{id}/visita: what happens at the door, in one form. */
export function NinoVisitScreen() {
  const { ninoId } = route.useParams();
  return (
    <VisitScreen key={ninoId} kind={NINO} id={ninoId} compared={COMPARED}>
      {(child, recordsOf) => <ChildVisit child={child} recordsOf={recordsOf} />}
    </VisitScreen>
  );
}
