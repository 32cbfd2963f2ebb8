import { commandsInContainer, commandsOfPage } from '../../apps/local/test/empty-database-page.ts';
import { composition } from './composition.ts';
import { type ImageContext, runService } from './container.ts';
import type { Networks } from './networks.ts';
import { runCommand } from './run-command.ts';

const limitSeconds = 120;

/** The results of the commands of docs/guides/empty-database.md that run in a container. */
export interface FirstSteps {
  readonly operatorKey: string;
  readonly broker: string;
}

/**
 * Creates the first key and the first broker, each in its own container, as docs/guides/empty-database.md describes.
 */
export async function createFirstKey(context: ImageContext, networks: Networks): Promise<FirstSteps> {
  const { api } = composition.services;
  if (!api) throw new Error('The composition has no service "api".');
  const printed: string[] = [];
  for (const [file, command] of commandsInContainer()) {
    const args = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
    const run = runService(context, networks.nameOf('api'), api, ['node', file, ...args]);
    if ((await run.ended) !== 0) throw new Error(`"${command}" failed: ${run.lines.join('\n')}`);
    // The result is the line without spaces. The other line is a sentence for the user.
    printed.push(run.lines.find((line) => /^\S+$/.test(line)) ?? '');
  }
  const [operatorKey = '', broker = ''] = printed;
  return { operatorKey, broker };
}

/**
 * Runs the requests of docs/guides/empty-database.md inside a network until the line is blocked. Raises an error after
 * a time-out, because then a program cannot reach another.
 */
export async function blockFirstLine(
  network: string,
  apiUrl: string,
  { operatorKey, broker }: FirstSteps,
): Promise<void> {
  const { after } = commandsOfPage({ OPERATOR_KEY: operatorKey, BROKER: broker, LINEWORK: apiUrl });
  const bash = ['bash', '-euo', 'pipefail', '-c', after];
  const printed = await runCommand('timeout', [`${limitSeconds}`, 'ip', 'netns', 'exec', network, ...bash]).catch(
    (error: Error) => {
      throw new Error(
        `The requests of docs/guides/empty-database.md did not lead to a blocked line within ${limitSeconds} s: ` +
          `${error.message}`,
      );
    },
  );
  const last = printed.trimEnd().split('\n').at(-1);
  if (last !== 'COMPLETED')
    throw new Error(`The last request of docs/guides/empty-database.md printed "${last}" instead of COMPLETED.`);
}
