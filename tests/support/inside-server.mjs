import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Preloaded into a server by tests: shifts its clock and reports its memory.

let shift = 0;
const Real = Date;
const now = () => Real.now() + shift;
globalThis.Date = new Proxy(Real, {
  construct: (_, args, as) => Reflect.construct(Real, args.length > 0 ? args : [now()], as),
  apply: () => new Real(now()).toString(),
  get: (_, name) => (name === 'now' ? now : Reflect.get(Real, name)),
});

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc');

/** Memory after garbage collection. */
function held() {
  for (let times = 0; times < 3; times += 1) gc();
  const { heapUsed, external } = process.memoryUsage();
  const resources = process.getActiveResourcesInfo().filter((name) => name !== 'Timeout' && name !== 'Immediate');
  return { bytes: heapUsed + external, resources: resources.length };
}

const path = process.env.INSIDE_SOCKET;
if (path)
  createServer((socket) => {
    socket.unref();
    createInterface(socket).on('line', (line) => {
      const command = JSON.parse(line);
      if (command.shift !== undefined) shift = command.shift;
      socket.end(JSON.stringify({ now: now(), ...held() }));
    });
    socket.on('error', () => {});
  })
    .listen(path)
    .unref();
