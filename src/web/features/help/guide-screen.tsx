import { getRouteApi, Navigate } from '@tanstack/react-router';
import { GuideView } from './guide-view.tsx';
import { guideById } from './guides/all-guides.ts';
import { offlineGuide } from './guides/day-offline.ts';

const route = getRouteApi('/ayuda/$guia');

/** /ayuda/{guia}. An unknown guide is an unknown path (specification, section 2). */
export function GuideScreen() {
  const guide = guideById(route.useParams().guia);
  return guide ? <GuideView guide={guide} /> : <Navigate to="/" replace />;
}

/** /ayuda/sin-senal: also without an account, because a session may end in the field. */
export function OfflineGuideScreen() {
  return <GuideView guide={offlineGuide} />;
}
