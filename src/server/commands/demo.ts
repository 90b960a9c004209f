import { roleLabel } from '#domain/roles.ts';
import { readConfig } from '#server/base/config.ts';
import { openDatabase } from '#server/db/connect.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, fillDemo } from '#server/demo/fill.ts';
import { createUserRepository } from '#server/modules/users/user-repository.ts';
import { stopOnSignals } from '#server/start/shutdown.ts';
import { runOrExplain, start } from '#server/start/start.ts';

await runOrExplain(async () => {
  const config = {
    ...readConfig({ DATA_DIR: './data-demo', ...process.env }),
    DATABASE_URL: undefined,
    DATABASE_REPLICA_URL: undefined,
  };
  const database = await openDatabase({ dataDir: config.DATA_DIR, reserveMb: config.DISK_RESERVE_MB });
  try {
    await migrateDatabase(database);
    if (await createUserRepository(database.db).isEmpty()) {
      console.log('Llenando la base de demostración con personas inventadas…');
      await fillDemo(database.db);
    }
  } finally {
    await database.close();
  }
  const running = await start(config);
  stopOnSignals(running);
  console.log(`Demostración de la Libreta Integral de Salud: abre ${running.address} en el navegador.`);
  console.log(`Contraseña de todas las cuentas: ${DEMO_PASSWORD}`);
  for (const { cedula, nombre, apellido, role } of DEMO_ACCOUNTS)
    console.log(`  ${cedula}  ${roleLabel(role).padEnd(14)} ${nombre} ${apellido}`);
});
