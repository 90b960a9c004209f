import { type ParseArgsConfig, parseArgs } from 'node:util';
import { StartupError } from './startup-error.ts';

/** What a command was told. @throws StartupError with its help when a word of it means nothing */
export function understood<const T extends ParseArgsConfig>(config: T, help: string) {
  try {
    return parseArgs<T>(config);
  } catch {
    throw new StartupError(`No se entiende «${process.argv.slice(2).join(' ')}».\n\n${help}`);
  }
}
