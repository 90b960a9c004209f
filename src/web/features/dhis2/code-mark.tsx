import { ToneBadge } from '#web/ui/shapes/tone-badge.tsx';

/** The code in DHIS2, or that there is none. */
export function CodeMark({ code }: { code: string }) {
  return code === '' ? <ToneBadge tone="warn">Sin código</ToneBadge> : <ToneBadge tone="quiet">{code}</ToneBadge>;
}
