import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** A failure with a complete message: shown without a stack. */
export class StepFailed extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Runs a program, by default in the project folder. A signal ends the program first, so that no child process is left. */
export function run(command, args, { cwd = root, env = process.env, quiet = false, shell = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env,
      shell,
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    });
    let output = '';
    let answer = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk) => {
      output += chunk;
      answer += chunk;
    });
    child.stderr?.setEncoding('utf8').on('data', (chunk) => {
      output += chunk;
    });
    let interruptedBy;
    const interrupt = (signal) => {
      interruptedBy = signal;
      child.kill(signal);
    };
    const forget = () => {
      process.off('SIGINT', interrupt);
      process.off('SIGTERM', interrupt);
    };
    process.on('SIGINT', interrupt);
    process.on('SIGTERM', interrupt);
    child.once('error', (error) => {
      forget();
      reject(error);
    });
    child.once('close', (code, signal) => {
      forget();
      if (interruptedBy) reject(new StepFailed('', interruptedBy === 'SIGINT' ? 130 : 143));
      else resolve({ code: code ?? 1, signal, output, answer });
    });
  });
}

/** Runs a tool of node_modules by the name of its command. */
export function tool(script, args, options) {
  return run(process.execPath, [`node_modules/${script}`, ...args], options);
}

export async function runOrFail(step, running) {
  const { code, output } = await running;
  if (code !== 0) throw new StepFailed(`${output.trim()}\n\n${step}`);
}

/** Runs a script; a known failure prints its message and sets the exit code. */
export async function main(work) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    if (error.message) console.error(error.message);
    process.exit(error.exitCode);
  }
}
