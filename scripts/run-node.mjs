import { spawn } from 'node:child_process';

/**
 * Runs a program in the foreground with the given Node and answers its exit code. Signals are the program's business: they are passed on. Where npm started
 * this and is gone, which no signal tells, the program is asked to stop.
 */
export function runNode(node, args) {
  return new Promise((settle, fail) => {
    const child = spawn(node, args, { stdio: 'inherit' });
    for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
    if (process.env.npm_lifecycle_event) whenParentEnds(() => child.kill('SIGTERM'));
    child.once('error', fail);
    child.once('close', (code) => settle(code ?? 1));
  });
}

const lookEveryMs = 500;

function whenParentEnds(act) {
  const parent = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(look);
    act();
  }, lookEveryMs);
  look.unref();
}
