import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { AppError } from '#domain/errors.ts';
import { readConfig } from '#server/base/config.ts';
import { StartupError } from '#server/base/startup-error.ts';
import type { Db } from '#server/db/connect.ts';
import { PROGRAM } from '#server/journal/doer.ts';
import { deleteSecondFactor } from '#server/modules/auth/reset-second-factor.ts';
import { createSessionRepository } from '#server/modules/auth/session-repository.ts';
import { openMain } from '#server/start/open-databases.ts';
import { runOrExplain } from '#server/start/start.ts';

function cedulaOf(args: string[]): string {
  const { cedula } = parseArgs({ args, options: { cedula: { type: 'string' } }, strict: false }).values;
  if (typeof cedula !== 'string' || !/^\d{10}$/.test(cedula))
    throw new StartupError('Se esperaba --cedula y los diez dígitos: npm run account:unlock -- --cedula 0102030405');
  return cedula;
}

async function unlock(db: Db, cedula: string): Promise<void> {
  const account = await createSessionRepository(db).credentials(cedula);
  if (!account) throw new StartupError(`No hay un usuario activo con la cédula ${cedula}.`);
  try {
    await deleteSecondFactor(db, PROGRAM, account.id);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'notFound')) throw error;
    throw new StartupError(`El usuario con la cédula ${cedula} no tiene un segundo paso que restablecer.`);
  }
}

/** Resets a second factor where no administrator can: the last of them lost the telephone. */
await runOrExplain(async () => {
  const cedula = cedulaOf(process.argv.slice(2));
  const log = pino({ level: 'silent' });
  const { database } = await openMain(readConfig(process.env), log, ({ db }) => unlock(db, cedula));
  await database.close();
  console.log(`El segundo paso de ${cedula} fue restablecido: lo configurará de nuevo al iniciar sesión.`);
});
