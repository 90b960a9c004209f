import { type ParseArgsConfig, parseArgs } from 'node:util';
import { StartupError } from './startup-error.ts';

/** Parses the arguments of a command. @throws StartupError with the help if an argument is unknown */
export function parseCommand<const T extends ParseArgsConfig>(config: T, help: string) {
  try {
    return parseArgs<T>(config);
  } catch {
    throw new StartupError(`No se entiende «${process.argv.slice(2).join(' ')}».\n\n${help}`);
  }
}
