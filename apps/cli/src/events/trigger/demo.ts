import { readFile } from 'node:fs/promises';
import { type Api, type ApiAnswer, type Page, read } from '../../api/api.ts';
import { openApi } from '../../api/open-api.ts';
import { CliError } from '../../errors/cli-error.ts';
import type { Order } from '../../model/order.ts';

/** The part of `.local/demo.json` that is read here. */
interface DemoFile {
  readonly baseUrl: string;
  readonly networkUrl: string;
  readonly brokers: readonly { readonly key: string }[];
}

type Members = Readonly<Record<string, unknown>>;

/** What a scenario does things with. */
export interface Demo {
  readonly api: Api;
  /** The newest record of a list that matches. */
  find(path: string, query: Members): Promise<Members>;
  /** Sends a write that opens an order, and returns the order when it has settled. */
  order(path: string, body?: Members): Promise<Order>;
  post(path: string, body?: Members): Promise<Members>;
  /** Makes the network refuse the next change of this number. */
  refuseNext(msisdn: string): Promise<void>;
}

/** Opens the demo with the key of its first broker. Scenarios change lines for real, so they run on the demo only. */
export async function openDemo(file: string, signal: AbortSignal): Promise<Demo> {
  const { baseUrl, networkUrl, brokers } = await readDemo(file);
  const api = openApi({ url: baseUrl, key: brokers[0]?.key ?? '', signal });
  const send = (path: string, body?: Members): Promise<ApiAnswer> =>
    api.request('POST', path, body === undefined ? {} : { body });
  return {
    api,
    async find(path, query) {
      const [record] = (await read<Page>(api, path, { ...query, limit: 1 })).items;
      if (record === undefined)
        throw new CliError(
          'failed',
          `The demo has no ${path.slice(1)} with ${JSON.stringify(query)}. Start it anew with an empty folder.`,
        );
      return record;
    },
    async order(path, body) {
      const { headers } = await send(path, body);
      return api.followOrder(headers.get('Location')?.split('/').at(-1) ?? '');
    },
    post: async (path, body) => ((await send(path, body)).data ?? {}) as Members,
    refuseNext: (msisdn) =>
      injectFault(networkUrl, { fault: 'refuse', code: 'triggered-by-linework', match: { msisdn }, times: 1 }),
  };
}

async function readDemo(file: string): Promise<DemoFile> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as DemoFile;
  } catch (error) {
    throw new CliError(
      'failed',
      `The demo cannot be read from ${file}. Run "npm start" in the folder of Linework, and name its ` +
        '.local/demo.json with --demo.',
      { cause: error },
    );
  }
}

/** The simulator is no part of the API, and has no key. */
async function injectFault(networkUrl: string, fault: object): Promise<void> {
  const response = await fetch(`${networkUrl}/faults`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(fault),
  });
  if (!response.ok) throw new CliError('failed', `The network simulator at ${networkUrl} answered ${response.status}.`);
}
