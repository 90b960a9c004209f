import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Below those that the kernel gives to connections, so that nobody's connection takes one between a server's end and its next start;
 * none of those that browsers refuse.
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

/** The process that claimed it; none when the claim is being written or has just gone. */
function ownerOf(path: string): number | undefined {
  try {
    return Number(readFileSync(path, 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}

/** Until this process ends no other gets it. @returns whether it was to be had */
function claim(port: number): boolean {
  const path = join(CLAIMS, String(port));
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
  } catch {
    // A process that was killed leaves its claims behind.
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

/** A port of the loopback address that nobody listens on, and that is given to nobody else as long as this process lives. */
export async function freePort(): Promise<number> {
  mkdirSync(CLAIMS, { recursive: true });
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    if (claim(port) && (await isFree(port))) return port;
  }
}
