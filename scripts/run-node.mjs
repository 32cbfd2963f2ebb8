import { spawn } from 'node:child_process';

/**
 * Runs a program in the foreground with this Node and returns its exit code. Signals are passed on to the program. If
 * npm has started this process and exits, which no signal reports, the program gets a SIGTERM.
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

const pollMs = 500;

function whenParentEnds(callback) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, pollMs);
  timer.unref();
}
