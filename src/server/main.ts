import { readConfig } from './config.ts';
import { announceAdministrator } from './first-administrator.ts';
import { stopOnSignals } from './shutdown.ts';
import { runOrExplain, start } from './start.ts';

await runOrExplain(async () => {
  const config = readConfig(process.env);
  const running = await start(config);
  stopOnSignals(running);
  console.log(`Libreta Integral de Salud: abre ${running.address} en el navegador.`);
  announceAdministrator(running.administrator, config, process.stdout.isTTY === true);
});
