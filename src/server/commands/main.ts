import { readConfig } from '#server/base/config.ts';
import { announceAdministrator } from '#server/start/first-administrator.ts';
import { stopOnSignals } from '#server/start/shutdown.ts';
import { runOrExplain, start } from '#server/start/start.ts';

await runOrExplain(async () => {
  const config = readConfig(process.env);
  const running = await start(config);
  stopOnSignals(running);
  console.log(`Libreta Integral de Salud: abre ${running.address} en el navegador.`);
  announceAdministrator(running.administrator, config, process.stdout.isTTY === true);
});
