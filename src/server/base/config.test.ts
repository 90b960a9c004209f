import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { StartupError } from './startup-error.ts';

function refusal(environment: Record<string, string>): unknown {
  try {
    return readConfig(environment);
  } catch (error) {
    return error;
  }
}

test.each<[Record<string, string>, RegExp]>([
  [{ PORT: 'ochenta' }, /^Configuración no válida\. PORT: /],
  [{ PORT: '70000' }, /^Configuración no válida\. PORT: /],
  [{ METRICS_PORT: '0' }, /^Configuración no válida\. METRICS_PORT: debe ser un número de puerto\.$/],
  [{ DATABASE_URL: 'mysql://localhost/x' }, /DATABASE_URL: debe empezar con postgres:\/\//],
  [{ DATABASE_REPLICA_URL: 'postgres://replica/libreta' }, /DATABASE_REPLICA_URL: necesita DATABASE_URL/],
  [{ DATABASE_DIRECT_URL: 'postgres://base/libreta' }, /DATABASE_DIRECT_URL: necesita DATABASE_URL/],
  [{ STOP_DELAY_SECONDS: '-1' }, /STOP_DELAY_SECONDS: debe ser un número entero de 0 a 300/],
  [{ DATABASE_REPLICA_URL: 'replica:5432' }, /DATABASE_REPLICA_URL: debe empezar con postgres:\/\//],
  [{ ADMIN_CEDULA: '123' }, /ADMIN_CEDULA: Cédula requerida/],
  [{ ADMIN_PASSWORD: 'corta' }, /ADMIN_PASSWORD: Contraseña debe tener/],
  [{ ADMIN_PASSWORD: 'weak' }, /^[^;]*ADMIN_PASSWORD: [^;]*$/],
  [{ LOG_LEVEL: 'mucho' }, /LOG_LEVEL: /],
  [{ HEMOGLOBIN_TABLE: '2019' }, /HEMOGLOBIN_TABLE: debe ser 2011 o 2024/],
  [{ OFFLINE_DAYS: '61' }, /OFFLINE_DAYS: debe ser un número entero de 0 a 60/],
  [{ FIRST_SIGNIN_CHANGE: 'tal vez' }, /FIRST_SIGNIN_CHANGE: debe ser on o off/],
  [{ PASSWORDS: 'duro' }, /PASSWORDS: debe ser specification o strict/],
  [{ FHIR: 'si' }, /FHIR: debe ser on o off/],
  [{ FHIR_URL: 'libreta.salud.gob.ec/fhir' }, /FHIR_URL: debe ser una dirección como https:/],
  [{ FHIR_URL: 'https://libreta.salud.gob.ec/fhir?a=1' }, /FHIR_URL: debe ser una dirección/],
  [{ FHIR_CEDULA_SYSTEM: 'la cédula' }, /FHIR_CEDULA_SYSTEM: debe ser una dirección o un nombre/],
  [{ SIGNUP: 'no' }, /SIGNUP: debe ser on o off/],
  [{ SESSION_IDLE_MINUTES: '4' }, /SESSION_IDLE_MINUTES: debe ser 0, o de 5 a 720/],
  [{ SIGNUP_LIMIT_ADDRESS: '0' }, /SIGNUP_LIMIT_ADDRESS: debe ser un número entero de 1 a 999999/],
  [{ SIGNUP_LIMIT_TOTAL: 'mil' }, /SIGNUP_LIMIT_TOTAL: debe ser un número entero de 1 a 999999/],
  [{ API_DOCS: 'si' }, /API_DOCS: debe ser on o off/],
  [{ TRUST_PROXY: 'foo' }, /TRUST_PROXY: debe ser loopback/],
  [{ TRUST_PROXY: '10.0.0.0/40' }, /TRUST_PROXY: debe ser loopback/],
  [{ JWT_SECRET: 'a' }, /JWT_SECRET: debe tener al menos 32 bytes al azar; crea una con: openssl rand -base64 48\.$/],
  [{ JWT_SECRET: 'a'.repeat(64) }, /^[^;]*JWT_SECRET: debe tener al menos 32 bytes al azar/],
  [{ JWT_SECRET: 'changeme'.repeat(8) }, /JWT_SECRET: debe tener al menos 32 bytes al azar/],
  [{ DATABASE_WAIT_SECONDS: 'mucho' }, /DATABASE_WAIT_SECONDS: debe ser un número entero de 0 a 3600/],
  [{ DISK_RESERVE_MB: '-1' }, /DISK_RESERVE_MB: debe ser un número entero/],
])('a wrong variable is refused in one clear line: %j', (environment, line) => {
  const error = refusal(environment);
  expect(error).toBeInstanceOf(StartupError);
  expect(error).toHaveProperty('message', expect.stringMatching(line));
  expect(error).not.toHaveProperty('message', expect.stringContaining('\n'));
});

test('one message names every wrong variable once', () => {
  expect(refusal({ PORT: 'ochenta', SIGNUP: 'no' })).toEqual(
    new StartupError('Configuración no válida. PORT: debe ser un número de puerto; SIGNUP: debe ser on o off.'),
  );
});
