import { dbFault, isDiskFull, isForbidden } from '#server/base/db-errors.ts';
import { StartupError } from '#server/base/startup-error.ts';

/** Turns errors of the database into messages of one sentence. @throws StartupError */
export async function explainDatabaseErrors<T>(work: () => Promise<T>): Promise<T> {
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

/** Aborts on a signal, and the process ends with its exit code. @param outcome the state that is left, as the end of the message */
export function abortOnSignals(outcome: string): AbortSignal {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      process.exitCode = EXIT_CODES[signal];
      ending.abort(new StartupError(`Interrumpido: ${outcome}.`));
    });
  return ending.signal;
}
