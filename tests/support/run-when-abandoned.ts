import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';

/** Starts a shell script that runs when this process ends in any way, detected by the end of its standard input. @returns cancels it */
export function runWhenAbandoned(script: string, ...args: string[]): () => void {
  const guarded = `read -r answer; [ "$answer" = done ] && exit; ${script}`;
  const guardian = spawn('sh', ['-c', guarded, 'sh', ...args], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  guardian.unref();
  (guardian.stdin as Socket).unref();
  return () => guardian.stdin.end('done\n');
}
