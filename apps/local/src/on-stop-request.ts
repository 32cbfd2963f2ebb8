import { spawn } from 'node:child_process';
import { fstatSync } from 'node:fs';

/**
 * Calls `end` when the programs must stop: at Ctrl-C, at SIGTERM, when the terminal is closed (SIGHUP), when the reader
 * of the output exits, as in `npm start | head`, and when the parent process exits. It may call `end` more than once.
 */
export function onStopRequest(end: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
  // A broken pipe or a closed terminal.
  for (const output of [process.stdout, process.stderr]) output.on('error', end);
  onReaderExit(end);
  onParentExit(end);
}

const standardOutput = 1;

/**
 * Writing the next line would fail, but an idle system writes no lines, and no event reports that the reader has
 * exited. GNU tail checks it every second. With another implementation of tail, the next line detects it.
 */
function onReaderExit(end: () => void): void {
  if (!fstatSync(standardOutput).isFIFO()) return;
  const watcher = spawn('tail', ['-f', '/dev/null', `--pid=${process.pid}`], {
    detached: true,
    stdio: ['ignore', 'inherit', 'ignore'],
  });
  watcher.once('error', () => undefined);
  watcher.once('exit', (_code, signal) => {
    if (signal === 'SIGPIPE') end();
  });
  // The watcher keeps the pipe open, and the reader waits until the pipe is closed.
  process.once('exit', () => watcher.kill());
  watcher.unref();
}

const pollMs = 500;

/** A killed parent sends no signal, but its children get another parent id. */
function onParentExit(end: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    end();
  }, pollMs);
  timer.unref();
}
