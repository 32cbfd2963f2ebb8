import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stopWithThisProcess } from '@linework/local-servers/stop-with-this-process';
import { needs } from '@linework/testing/run/needs';
import { takesLong } from '@linework/testing/run/takes-long';
import { expect, it } from 'vitest';

takesLong('system');

it('a restore to a moment loses nothing that was accepted before it', async () => {
  needs('postgresql');
  const drill = spawn(process.execPath, ['scripts/drill.ts', '--seconds', '2'], { stdio: ['ignore', 'pipe', 'pipe'] });
  stopWithThisProcess(drill);
  let [report, messages] = ['', ''];
  drill.stdout.setEncoding('utf8').on('data', (text: string) => {
    report += text;
  });
  drill.stderr.setEncoding('utf8').on('data', (text: string) => {
    messages += text;
  });
  const [code] = await once(drill, 'close');
  expect(code, report + messages).toBe(0);
  expect(report).toContain('| of these, missing | 0 |');
  expect(report).toMatch(/\| of these, lost \| [1-9]/);
  expect(report).toContain('| violated invariants | 0 |');
});
