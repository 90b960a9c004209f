import { setFlagsFromString } from 'node:v8';
import { readConfig } from '#server/base/config.ts';
import { announceAdministrator } from '#server/start/first-administrator.ts';
import { stopOnSignals } from '#server/start/shutdown.ts';
import { runOrExplain, start } from '#server/start/start.ts';

// Collect before the garbage of an import has grown beyond half of what is in use; V8 would wait for three times as much.
setFlagsFromString('--heap-growing-percent=50');

await runOrExplain(async () => {
  const config = readConfig(process.env);
  const running = await start(config);
  stopOnSignals(running);
  console.log(`Libreta Integral de Salud: abre ${running.address} en el navegador.`);
  announceAdministrator(running.administrator, config, process.stdout.isTTY === true);
});
