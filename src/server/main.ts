import { readConfig } from './config.ts';
import { stopOnSignals } from './shutdown.ts';
import { runOrExplain, start } from './start.ts';

await runOrExplain(async () => {
  const running = await start(readConfig(process.env));
  stopOnSignals(running);
  const { administrator, address } = running;
  console.log(`Libreta Integral de Salud: abre ${address} en el navegador.`);
  if (administrator) {
    const password = administrator.password ?? '(la de ADMIN_PASSWORD)';
    console.log(
      `Primer inicio. Entra como administrador con la cédula ${administrator.cedula} y la contraseña ${password}`,
    );
    if (administrator.password)
      console.log('Esta contraseña no se vuelve a mostrar: guárdala o cámbiala en tu perfil.');
  }
});
