import { today } from '#domain/calendar.ts';
import { now } from '#domain/clock.ts';
import { remember, remembered } from '#web/lib/remembered.ts';

const MAX_LOTS = 50;

interface RememberedLot {
  readonly lote: string;
  readonly establecimiento: string;
  /** When it was used, in ms since 1970. */
  readonly en: number;
}

interface LotsOfDay {
  readonly dia: string;
  readonly lotes: Readonly<Record<string, RememberedLot>>;
}

const isText = (value: unknown): value is string => typeof value === 'string';

function isLot(value: unknown): value is RememberedLot {
  const { lote, establecimiento, en } = (value ?? {}) as Partial<RememberedLot>;
  return isText(lote) && isText(establecimiento) && typeof en === 'number';
}

/** The lots that this account used today on this device; those of other days are not proposed. */
function lotsOfToday(): LotsOfDay {
  const none = { dia: today(), lotes: {} };
  try {
    const { dia, lotes } = JSON.parse(remembered('lotes') ?? 'null') as LotsOfDay;
    if (dia !== none.dia) return none;
    return { dia, lotes: Object.fromEntries(Object.entries(lotes).filter(([, lot]) => isLot(lot))) };
  } catch {
    return none; // Nothing is stored, or it is unreadable.
  }
}

/** The lot of a vaccine that was used today at the same establishment; null if none was. */
export function lotFor(vaccine: string, establishment: string): RememberedLot | null {
  const lot = Object.hasOwn(lotsOfToday().lotes, vaccine) ? lotsOfToday().lotes[vaccine] : undefined;
  return lot && lot.establecimiento === establishment ? lot : null;
}

export function rememberLot(vaccine: string, establishment: string, lote: string): void {
  if (vaccine === '' || lote === '') return;
  const { dia, lotes } = lotsOfToday();
  const { [vaccine]: _, ...others } = lotes;
  const kept = Object.entries(others).slice(1 - MAX_LOTS);
  const all = { ...Object.fromEntries(kept), [vaccine]: { lote, establecimiento: establishment, en: now().getTime() } };
  remember('lotes', JSON.stringify({ dia, lotes: all }));
}
