import { type Config, readConfig } from './config.ts';

const WITHOUT_POSTGRES = {
  DATABASE_URL: undefined,
  DATABASE_MIGRATION_URL: undefined,
  DATABASE_DIRECT_URL: undefined,
  DATABASE_REPLICA_URL: undefined,
};

/** The configuration of a command with a database option; the URL of a PostgreSQL wins over a folder. */
export function configWithDatabase({
  url,
  dataDir,
}: {
  url?: string | undefined;
  dataDir?: string | undefined;
}): Config {
  return readConfig({
    ...process.env,
    ...(url && { DATABASE_URL: url, DATABASE_MIGRATION_URL: undefined, DATABASE_DIRECT_URL: undefined }),
    ...(dataDir && !url && { DATA_DIR: dataDir, ...WITHOUT_POSTGRES }),
  });
}
