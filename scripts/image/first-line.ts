import { commandsInContainer, commandsOfPage } from '../../apps/local/test/first-steps-page.ts';
import { composition } from './composition.ts';
import { type ImageContext, runService } from './container.ts';
import type { Networks } from './networks.ts';
import { runCommand } from './run-command.ts';

const limitSeconds = 120;

/** What the commands of docs/first-steps.md that run in a container have made. */
export interface FirstSteps {
  readonly operatorKey: string;
  readonly broker: string;
}

/** Makes the first key and the first broker, each in a container of its own, as docs/first-steps.md says. */
export async function makeFirstKey(ground: ImageContext, networks: Networks): Promise<FirstSteps> {
  const { api } = composition.services;
  if (!api) throw new Error('docker-compose.yml has no service "api".');
  const printed: string[] = [];
  for (const [file, words] of commandsInContainer()) {
    const args = [...words.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
    const maker = runService(ground, networks.nameOf('api'), api, ['node', file, ...args]);
    if ((await maker.ended) !== 0) throw new Error(`"${words}" failed: ${maker.lines.join('\n')}`);
    // The one line without a space; the sentence beside it is for persons.
    printed.push(maker.lines.find((line) => /^\S+$/.test(line)) ?? '');
  }
  const [operatorKey = '', broker = ''] = printed;
  return { operatorKey, broker };
}

/** Runs the requests of docs/first-steps.md from inside a network, until the line is blocked. Raises when that takes too long: some program does not reach another. */
export async function blockFirstLine(network: string, apiUrl: string, { operatorKey, broker }: FirstSteps): Promise<void> {
  const { after } = commandsOfPage({ OPERATOR_KEY: operatorKey, BROKER: broker, LINEWORK: apiUrl });
  const bash = ['bash', '-euo', 'pipefail', '-c', after];
  const printed = await runCommand('timeout', [`${limitSeconds}`, 'ip', 'netns', 'exec', network, ...bash]).catch((error: Error) => {
    throw new Error(`The requests of docs/first-steps.md did not lead to a blocked line within ${limitSeconds} s: ${error.message}`);
  });
  const last = printed.trimEnd().split('\n').at(-1);
  if (last !== 'COMPLETED') throw new Error(`The last request of docs/first-steps.md printed "${last}" and not COMPLETED.`);
}
