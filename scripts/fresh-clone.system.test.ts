import { once } from 'node:events';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { needs } from '@linework/testing/run/needs';
import { expect, it, onTestFinished } from 'vitest';
import { type FreshClone, makeFreshClone } from './fresh-clone.ts';

needs('git');

/** Starts a command, and returns what it has written so far and its end. */
function start(clone: FreshClone, command: readonly [string, ...string[]]) {
  const child = clone.start(command, 'pipe');
  let written = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (written += text));
  return { child, written: () => written, ended: once(child, 'close').then(([code]) => code as number | null) };
}

it('a fresh clone with nothing beside it starts, for an ordinary user, and its commands block a line', async () => {
  const clone = makeFreshClone();
  const system = start(clone, ['npm', 'start']);
  onTestFinished(async () => {
    system.child.kill('SIGTERM');
    await system.ended;
  });
  await waitUntil('Linework is running', () => {
    if (system.child.exitCode !== null)
      throw new Error(`npm start ended with ${system.child.exitCode}: ${system.written()}`);
    return system.written().includes('Ctrl-C stops everything');
  });
  const commands = system
    .written()
    .split('\n')
    .filter((line) => /^ {4}(export|curl|npm run) /.test(line));
  const [settings = '', , byCommandLine = '', look = ''] = commands;
  const block = start(clone, ['bash', '-c', [settings, byCommandLine].join('\n')]);
  expect([await block.ended, block.written()]).toEqual([0, expect.stringContaining('COMPLETED')]);
  const blocked = byCommandLine.match(/lines block (\S+)/)?.[1] ?? '';
  const line = start(clone, ['bash', '-c', [settings, look.replace(/lines\/\S+/, `lines/${blocked}`)].join('\n')]);
  expect([await line.ended, line.written()]).toEqual([0, expect.stringContaining('"status":"BLOCKED"')]);
});
