import { isIP } from 'node:net';
import { z } from 'zod';
import { userCreateSchema } from '#domain/accounts.ts';
import { DEFAULT_HAEMOGLOBIN_TABLE, HAEMOGLOBIN_TABLES } from '#domain/haemoglobin/altitude-adjustment.ts';
import type { ExchangeSettings } from './exchange-settings.ts';
import { isStrongSecret, STRONG_SECRET_ADVICE } from './secret-strength.ts';
import { StartupError } from './startup-error.ts';

const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

const postgresUrl = z.string().regex(/^postgres(ql)?:\/\//, 'debe empezar con postgres:// o postgresql://');

function isProxyList(value: string): boolean {
  return value.split(',').every((entry) => {
    const [address = '', bits, ...rest] = entry.trim().split('/');
    if (['loopback', 'linklocal', 'uniquelocal'].includes(address)) return bits === undefined;
    const version = isIP(address);
    const prefix = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
    return version !== 0 && prefix && rest.length === 0;
  });
}

const whole = (least: number, most: number, fallback: number) => {
  const message = `debe ser un número entero de ${least} a ${most}`;
  const number = z
    .string()
    .regex(/^\d{1,6}$/, message)
    .transform(Number)
    .refine((value) => value >= least && value <= most, message);
  return optional(number).transform((value) => value ?? fallback);
};

const portNumber = z
  .string()
  .regex(/^\d{1,5}$/, 'debe ser un número de puerto')
  .transform(Number)
  .refine((port) => port <= 65_535, 'debe ser un número de puerto');

const onOff = (fallback: boolean) =>
  optional(z.enum(['on', 'off'], { error: 'debe ser on o off' })).transform((value) =>
    value === undefined ? fallback : value === 'on',
  );

/** `strict` also refuses passwords that are easy to guess. */
const PASSWORD_RULES = ['specification', 'strict'] as const;
export type PasswordRule = (typeof PASSWORD_RULES)[number];

/** Registrations per 15 minutes. */
export const DEFAULT_SIGNUP_LIMITS = { address: 100, total: 1_000 };

export const DEFAULT_OFFLINE_DAYS = 14;

const MINUTES = { m: 1, h: 60, d: 24 * 60 };
const PERIOD = /^([1-9]\d{0,3})([mhd])$/;
const period = (fallback: string) =>
  optional(z.string().regex(PERIOD, 'debe ser un tiempo como 30m, 24h o 7d')).transform((value) => {
    const [, count, unit] = PERIOD.exec(value ?? fallback) ?? [];
    return Number(count) * MINUTES[unit as keyof typeof MINUTES] * 60_000;
  });

/** An absolute address that is no address of a folder: others append a slash and a name to it. */
const webAddress = z
  .string()
  .regex(/^https?:\/\/[\w.:[\]-]+(\/[\w./~-]*)?$/, 'debe ser una dirección como https://libreta.salud.gob.ec/fhir')
  .transform((value) => value.replace(/\/+$/, ''));
const identifierSystem = z
  .string()
  .regex(/^[a-z][a-z\d+.-]{0,30}:[^\s<>"|]{1,500}$/i, 'debe ser una dirección o un nombre (URI), sin espacios');

/** Copies leave the machine, so their passphrase must resist guessing. */
export const SHORTEST_PASSPHRASE = 12;

const settingsSchema = z.object({
  PORT: optional(portNumber).transform((value) => value ?? 3_000),
  HOST: optional(z.string()).transform((value) => value ?? '127.0.0.1'),
  METRICS_PORT: optional(portNumber.refine((port) => port > 0, 'debe ser un número de puerto')),
  METRICS_HOST: optional(z.string()).transform((value) => value ?? '127.0.0.1'),
  DATABASE_URL: optional(postgresUrl),
  DATABASE_MIGRATION_URL: optional(postgresUrl),
  DATABASE_DIRECT_URL: optional(postgresUrl),
  DATABASE_REPLICA_URL: optional(postgresUrl),
  DATABASE_WAIT_SECONDS: whole(0, 3_600, 60),
  STOP_DELAY_SECONDS: whole(0, 300, 0),
  DATA_DIR: optional(z.string()).transform((value) => value ?? './data'),
  DISK_RESERVE_MB: whole(0, 100_000, 64),
  JWT_SECRET: optional(z.string().refine(isStrongSecret, STRONG_SECRET_ADVICE)),
  ADMIN_CEDULA: optional(userCreateSchema.shape.cedula),
  ADMIN_PASSWORD: optional(userCreateSchema.shape.password),
  ADMIN_EMAIL: optional(userCreateSchema.shape.email),
  HEMOGLOBIN_TABLE: optional(
    z.enum(HAEMOGLOBIN_TABLES, { error: `debe ser ${HAEMOGLOBIN_TABLES.join(' o ')}` }),
  ).transform((value) => value ?? DEFAULT_HAEMOGLOBIN_TABLE),
  FIRST_SIGNIN_CHANGE: onOff(false),
  PASSWORDS: optional(z.enum(PASSWORD_RULES, { error: `debe ser ${PASSWORD_RULES.join(' o ')}` })).transform(
    (value) => value ?? 'specification',
  ),
  SIGNUP: onOff(true),
  METAS: onOff(true),
  FHIR: onOff(true),
  FHIR_URL: optional(webAddress),
  FHIR_CEDULA_SYSTEM: optional(identifierSystem),
  FHIR_HCU_SYSTEM: optional(identifierSystem),
  FHIR_ESTABLISHMENT_SYSTEM: optional(identifierSystem),
  // The recorded last use lags behind by up to a minute.
  SESSION_IDLE_MINUTES: whole(0, 720, 0).refine((minutes) => minutes === 0 || minutes >= 5, 'debe ser 0, o de 5 a 720'),
  OFFLINE_DAYS: whole(0, 60, DEFAULT_OFFLINE_DAYS),
  SIGNUP_LIMIT_ADDRESS: whole(1, 999_999, DEFAULT_SIGNUP_LIMITS.address),
  SIGNUP_LIMIT_TOTAL: whole(1, 999_999, DEFAULT_SIGNUP_LIMITS.total),
  API_DOCS: optional(z.enum(['on', 'off'], { error: 'debe ser on o off' })).transform((value) => value !== 'off'),
  TRUST_PROXY: optional(
    z.string().refine(isProxyList, 'debe ser loopback, una dirección o una red (10.0.0.0/8), separadas por comas'),
  ),
  BACKUP_DIR: optional(z.string()),
  BACKUP_EVERY: period('24h'),
  BACKUP_KEEP: whole(1, 9_999, 7),
  BACKUP_PASSPHRASE: optional(
    z.string().min(SHORTEST_PASSPHRASE, `debe tener al menos ${SHORTEST_PASSPHRASE} caracteres`),
  ),
  BACKUP_PASSPHRASE_FILE: optional(z.string()),
  LOG_LEVEL: optional(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'debe ser fatal, error, warn, info, debug, trace o silent',
    }),
  ),
});

export const settingNames: readonly string[] = Object.keys(settingsSchema.shape);

const environmentSchema = settingsSchema
  .refine((config) => !config.BACKUP_DIR || config.BACKUP_PASSPHRASE || config.BACKUP_PASSPHRASE_FILE, {
    path: ['BACKUP_DIR'],
    message: 'necesita BACKUP_PASSPHRASE o BACKUP_PASSPHRASE_FILE',
  })
  .refine((config) => !config.DATABASE_REPLICA_URL || config.DATABASE_URL, {
    path: ['DATABASE_REPLICA_URL'],
    message: 'necesita DATABASE_URL, la base de la que es réplica',
  })
  .refine((config) => !config.DATABASE_DIRECT_URL || config.DATABASE_URL, {
    path: ['DATABASE_DIRECT_URL'],
    message: 'necesita DATABASE_URL, la dirección del intermediario de la misma base',
  });

export type Config = z.output<typeof environmentSchema>;

export const exchangeSettings = (config: Config): ExchangeSettings => ({
  url: config.FHIR_URL,
  cedulaSystem: config.FHIR_CEDULA_SYSTEM,
  hcuSystem: config.FHIR_HCU_SYSTEM,
  establishmentSystem: config.FHIR_ESTABLISHMENT_SYSTEM,
});

/** The PostgreSQL for work that needs a session of its own, such as migrations and copies; undefined with the embedded database. */
export const sessionUrlOf = (config: Config): string | undefined =>
  config.DATABASE_MIGRATION_URL ?? config.DATABASE_DIRECT_URL ?? config.DATABASE_URL;

/** @throws StartupError naming every wrong variable */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const result = environmentSchema.safeParse(environment);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new StartupError(`Configuración no válida. ${[...new Set(problems)].join('; ')}.`);
}
