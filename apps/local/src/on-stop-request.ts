import { spawn } from 'node:child_process';
import { fstatSync } from 'node:fs';

/**
 * Calls `end` when these programs are not wanted any more: at Ctrl-C, SIGTERM and a closed terminal (SIGHUP), when who reads the output is gone, as in
 * `npm start | head`, and when the process that started this one is gone. It may call more than once.
 */
export function onStopRequest(end: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
  // A broken pipe, or a terminal that is gone.
  for (const output of [process.stdout, process.stderr]) output.on('error', end);
  onReaderExit(end);
  onParentExit(end);
}

const standardOutput = 1;

/**
 * The next line would fail, but a system without requests writes none, and no event reports a reader that has ended. GNU tail looks for it every second.
 * Where tail is another program, the next line tells.
 */
function onReaderExit(end: () => void): void {
  if (!fstatSync(standardOutput).isFIFO()) return;
  const watcher = spawn('tail', ['-f', '/dev/null', `--pid=${process.pid}`], { detached: true, stdio: ['ignore', 'inherit', 'ignore'] });
  watcher.once('error', () => undefined);
  watcher.once('exit', (_code, signal) => {
    if (signal === 'SIGPIPE') end();
  });
  // It holds the pipe open, for whose end the reader waits.
  process.once('exit', () => watcher.kill());
  watcher.unref();
}

const pollMs = 500;

/** A parent that is killed tells nobody; its children then have another. */
function onParentExit(end: () => void): void {
  const parent = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(look);
    end();
  }, pollMs);
  look.unref();
}
