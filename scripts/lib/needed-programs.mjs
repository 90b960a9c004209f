import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { StepFailed } from './run.mjs';

function isInPath(program) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .some((folder) => {
      try {
        accessSync(join(folder, program), constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/**
 * Programs of the system that a command needs; it never installs them.
 * @param packages the Debian package of each program
 * @throws StepFailed with one sentence that names those that are missing
 */
export function requirePrograms(packages) {
  const missing = Object.keys(packages).filter((program) => !isInPath(program));
  if (missing.length === 0) return;
  const names = [...new Set(missing.map((program) => packages[program]))].join(' ');
  throw new StepFailed(`Falta ${missing.join(' y ')}: en Debian se instala con «apt-get install ${names}».`);
}
