import { demoData, demoDataName } from './composition.ts';
import { type ImageContext, runService } from './container.ts';
import type { Networks } from './networks.ts';
import { runCommand } from './run-command.ts';

const limitSeconds = 120;

/** Runs the service of the demo data twice. Both runs must print the same lines, because the second finds the data. */
export async function createDemoData(context: ImageContext, networks: Networks): Promise<readonly string[]> {
  const [first, second] = [await runDemoData(context, networks), await runDemoData(context, networks)];
  if (first.join('\n') !== second.join('\n'))
    throw new Error(`The second start of ${demoDataName} printed other lines:\n${second.join('\n')}`);
  return first;
}

async function runDemoData(context: ImageContext, networks: Networks): Promise<readonly string[]> {
  const { ended, lines } = runService(context, networks.nameOf(demoDataName), demoData);
  const code = await ended;
  if (code !== 0) throw new Error(`${demoDataName} exited with ${code}:\n${lines.join('\n')}`);
  return lines;
}

/** Runs the commands that the service has printed, inside a network, until the line is blocked. */
export async function blockDemoLine(network: string, apiUrl: string, lines: readonly string[]): Promise<void> {
  const commands = lines
    .filter((line) => /^ {4}(export|curl) /.test(line))
    .map((line) => line.trim().replace('http://localhost:3000', apiUrl));
  const [keys = '', block = '', read = 'false'] = commands;
  const script = [keys, block, `until ${read} | grep -q '"status":"BLOCKED"'; do sleep 0.2; done`].join('\n');
  await runCommand('timeout', [
    `${limitSeconds}`,
    'ip',
    'netns',
    'exec',
    network,
    'bash',
    '-euo',
    'pipefail',
    '-c',
    script,
  ]).catch((error: Error) => {
    throw new Error(
      `The commands that ${demoDataName} prints did not block a line within ${limitSeconds} s: ` +
        `${error.message}\n${lines.join('\n')}`,
    );
  });
}
