import { dbFault, isDiskFull, isForbidden } from '#server/base/db-errors.ts';
import { StartupError } from '#server/base/startup-error.ts';

/** Says in one sentence what of the database keeps a copy from being made or restored. */
export async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const fault = dbFault(error);
    if (error instanceof StartupError || !fault || error instanceof DOMException) throw error;
    if (isDiskFull(fault)) throw new StartupError('No queda espacio en el disco de la base de datos: libera espacio.');
    if (isForbidden(fault))
      throw new StartupError(
        'El usuario de la base de datos no puede hacerlo: usa la dirección de quien es dueño de las tablas (DATABASE_MIGRATION_URL). No se cambió nada.',
      );
    throw new StartupError(`La base de datos no lo permite o no responde (${fault.code}). No se cambió nada.`);
  }
}

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * A signal that ends the work under way, which then cleans up; the process ends with the signal's code.
 * @param left how things stand then, as the sentence ends
 */
export function endedBySignals(left: string): AbortSignal {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      process.exitCode = EXIT_CODES[signal];
      ending.abort(new StartupError(`Interrumpido: ${left}.`));
    });
  return ending.signal;
}
