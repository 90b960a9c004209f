import { today } from '#domain/calendar.ts';
import { clockBehind, now, trueInstant } from '#domain/clock.ts';
import { datePrompt } from '#web/device/shown/date-prompt.ts';
import { changeVault } from '#web/device/store/device-entry.ts';
import type { VaultEntry } from '#web/device/store/stores.ts';
import { isClockByUser, isCorrectionDoubtful } from '#web/lib/server-clock.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;

const FREE = 5;
const WAITS = [30 * SECOND_MS, MINUTE_MS, 2 * MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS];
const MAX_ATTEMPTS = 20;

export class OpeningRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'OpeningRefused';
  }
}

const KEPT = 'Conéctate una vez para entrar; lo que tienes por enviar sigue guardado.';

/** Rounds up, so that the wait shown is never shorter than the real one. */
function spokenWait(ms: number): string {
  const seconds = Math.ceil(ms / SECOND_MS);
  if (seconds < 60) return seconds === 1 ? '1 segundo' : `${seconds} segundos`;
  const minutes = Math.ceil(ms / MINUTE_MS);
  return minutes === 1 ? '1 minuto' : `${minutes} minutos`;
}

const waitAfter = (attempts: number): number =>
  attempts < FREE ? 0 : (WAITS[Math.min(attempts - FREE, WAITS.length - 1)] ?? 0);

/** Limited to the longest wait: a clock that was ahead must not lock the user out for longer. */
const leftOf = ({ esperarHasta, intentos }: VaultEntry): number =>
  Math.min(Math.max(esperarHasta - now().getTime(), 0), waitAfter(intentos));

const tooManyAttempts = () => new OpeningRefused(`Se escribió mal la contraseña demasiadas veces. ${KEPT}`);

const wrongPassword = (left: number) =>
  new OpeningRefused(
    left > 0
      ? `Contraseña incorrecta. Puedes intentarlo de nuevo en ${spokenWait(left)}.`
      : 'Contraseña incorrecta. Revísala e inténtalo de nuevo.',
  );

/** Ends once the question for the date was answered or has become needless. */
const untilDated = () =>
  new Promise<void>((resolve) => {
    const stop = datePrompt.subscribe(() => {
      if (datePrompt.get()) return;
      stop();
      resolve();
    });
  });

/**
 * Counted on the disk first: killing the page does not reset the count. A vault that has expired by a doubtful date asks for it, once.
 * @throws OpeningRefused when no password may be tried now
 */
export async function countAttempt(id: string, mayAsk = true): Promise<VaultEntry> {
  let refusal: OpeningRefused | undefined;
  let isExpired = false;
  const entry = await changeVault(id, (vault) => {
    const { contacto, dias } = vault;
    isExpired = now().getTime() - contacto > dias * DAY_MS;
    if (isExpired)
      refusal = new OpeningRefused(`Llevas más de ${dias === 1 ? '1 día' : `${dias} días`} sin conectarte. ${KEPT}`);
    else if (!vault.porClave || vault.intentos >= MAX_ATTEMPTS) refusal = tooManyAttempts();
    else if (leftOf(vault) > 0) {
      const wait = spokenWait(leftOf(vault));
      refusal = new OpeningRefused(`Espera ${wait} para volver a intentarlo.`);
    }
    if (refusal) return vault.intentos >= MAX_ATTEMPTS ? { ...vault, porClave: null } : vault;
    const intentos = vault.intentos + 1;
    return { ...vault, intentos, esperarHasta: now().getTime() + waitAfter(intentos) };
  });
  // A wrong answer to the question for the date, or a clock that was set right later, must not lock her out until there is signal.
  if (entry && isExpired && mayAsk && (isClockByUser() || isCorrectionDoubtful())) {
    const dated = untilDated();
    datePrompt.set({ since: today(trueInstant(entry.contacto - clockBehind())) });
    await dated;
    return countAttempt(id, false);
  }
  if (!entry) throw new OpeningRefused('Lo guardado en este equipo ya no está. Conéctate una vez para entrar.');
  if (refusal) throw refusal;
  return entry;
}

export async function failedAttempt(id: string): Promise<OpeningRefused> {
  const entry = await changeVault(id, (vault) =>
    vault.intentos >= MAX_ATTEMPTS ? { ...vault, porClave: null } : vault,
  );
  return !entry?.porClave ? tooManyAttempts() : wrongPassword(leftOf(entry));
}

/** Takes back a try whose key could not be computed. */
export const returnAttempt = (id: string): Promise<unknown> =>
  changeVault(id, (vault) => ({ ...vault, intentos: Math.max(vault.intentos - 1, 0), esperarHasta: 0 }));
