import { spawn } from 'node:child_process';

/** Runs a program in the foreground with the given Node and answers its exit code. Signals are the program's business: they are passed on. */
export function runNode(node, args) {
  return new Promise((settle, fail) => {
    const child = spawn(node, args, { stdio: 'inherit' });
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
    child.once('error', fail);
    child.once('close', (code) => settle(code ?? 1));
  });
}
