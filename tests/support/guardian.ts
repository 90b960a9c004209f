import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';

/**
 * Leaves behind a shell script that runs when this process is gone, in whatever way it ended: its standard input closes then.
 * @returns a function that calls it off.
 */
export function whenAbandoned(script: string, ...args: string[]): () => void {
  const guarded = `read -r answer; [ "$answer" = done ] && exit; ${script}`;
  const guardian = spawn('sh', ['-c', guarded, 'sh', ...args], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  guardian.unref();
  (guardian.stdin as Socket).unref();
  return () => guardian.stdin.end('done\n');
}
