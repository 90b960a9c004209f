import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Below the kernel's ephemeral ports, so that no connection takes a port between a server's stop and restart, and outside the ports browsers block.
 */
const [LOWEST, HIGHEST] = [10_100, 32_000];
const CLAIMS = join(tmpdir(), `libreta-ports-${process.getuid?.() ?? 'all'}`);
const claimed: string[] = [];

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The claiming process; undefined while the claim is being written or just removed. */
function ownerOf(path: string): number | undefined {
  try {
    return Number(readFileSync(path, 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}

/** Claims a port for the life of this process. @returns whether it succeeded */
function claim(port: number): boolean {
  const path = join(CLAIMS, String(port));
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
  } catch {
    // A killed process leaves its claims behind.
    const owner = ownerOf(path);
    if (owner !== undefined && !isAlive(owner)) rmSync(path, { force: true });
    return false;
  }
  if (claimed.length === 0)
    process.once('exit', () => {
      for (const own of claimed) rmSync(own, { force: true });
    });
  claimed.push(path);
  return true;
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch {
    return false;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}

/** A free loopback port that no other test process gets during the life of this one. */
export async function freePort(): Promise<number> {
  mkdirSync(CLAIMS, { recursive: true });
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    if (claim(port) && (await isFree(port))) return port;
  }
}
