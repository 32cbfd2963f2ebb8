import { runCommand } from './run-command.ts';

export interface Probe {
  readonly url: string;
  readonly status: number;
  readonly key?: string;
  /** What has to stand in the answer. */
  readonly holds?: string;
}

/** Run by Node inside a network namespace: asks once, and prints the status and the body. */
const ask = `const [url, key] = process.argv.slice(1);
const answer = await fetch(url, { redirect: 'manual', headers: key ? { 'X-API-Key': key } : {} });
console.log(answer.status + '\\n' + await answer.text());`;

/** Asks from inside a network, as another container would. Raises when the answer is another than the one that is expected. */
export async function probe(network: string, { url, status, key = '', holds = '' }: Probe): Promise<void> {
  const answer = await runCommand('ip', ['netns', 'exec', network, process.execPath, '--input-type=module', '-e', ask, url, key]);
  const [answered, ...body] = answer.split('\n');
  if (Number(answered) === status && body.join('\n').includes(holds)) return;
  throw new Error(`${url} was answered ${answered} and not ${status} with "${holds}":\n${body.join('\n').slice(0, 1_000)}`);
}
