import { runCommand } from './run-command.ts';

export interface Probe {
  readonly url: string;
  readonly status: number;
  readonly key?: string;
  /** The text that the response must contain. */
  readonly contains?: string;
}

/** A script for Node inside a network namespace: it sends one request and prints the status and the body. */
const script = `const [url, key] = process.argv.slice(1);
const response = await fetch(url, { redirect: 'manual', headers: key ? { 'X-API-Key': key } : {} });
console.log(response.status + '\\n' + await response.text());`;

/**
 * Sends a request from inside a network, as another container would. Raises an error if the response is not as
 * expected.
 */
export async function probe(network: string, { url, status, key = '', contains = '' }: Probe): Promise<void> {
  const output = await runCommand('ip', [
    'netns',
    'exec',
    network,
    process.execPath,
    '--input-type=module',
    '-e',
    script,
    url,
    key,
  ]);
  const [received, ...body] = output.split('\n');
  if (Number(received) === status && body.join('\n').includes(contains)) return;
  throw new Error(
    `${url} returned ${received}, expected ${status} with "${contains}":\n${body.join('\n').slice(0, 1_000)}`,
  );
}
