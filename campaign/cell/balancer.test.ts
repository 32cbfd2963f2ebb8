import { randomInt } from 'node:crypto';
import { createServer, request, type Server } from 'node:http';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { needs } from '@linework/testing/run/needs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askHaproxy, setMap } from './faults.ts';
import { type RunningCell, startCell } from './start-cell.ts';

needs('haproxy');

const otherAddress = `127.63.${randomInt(1, 255)}.${randomInt(1, 255)}`;
const otherPort = 8_100;

/** Only haproxy of the first host runs; servers of this test stand in for the APIs of two cells. */
describe('haproxy of a cell', () => {
  let cell: RunningCell;
  let url: string;
  let consoleUrl: string;
  const servers: Server[] = [];
  let onRequest: (() => void) | undefined;
  let readyStatus = 200;

  async function serve(name: string, address: string, port: number): Promise<void> {
    const server = createServer((received, response) => {
      if (received.url === '/cut') {
        onRequest?.();
        received.socket.destroy();
        return;
      }
      if (received.url?.startsWith('/health/ready')) response.statusCode = readyStatus;
      response.end(name);
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(port, address, resolve));
  }
  const get = async (key: string) => {
    const answer = await fetch(url, { headers: { 'X-API-Key': key } });
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  };

  beforeAll(async () => {
    cell = await startCell({ otherCells: { b: [`${otherAddress}:${otherPort}`] }, requestsPerSecond: 20 }, ['haproxy']);
    const { hosts, ports } = cell.cell;
    const [first] = hosts;
    url = `http://${first?.address}:${ports.public}`;
    consoleUrl = `http://${first?.address}:${ports.console}/console/`;
    for (const { address } of hosts) {
      await serve('cell a', address, ports.api);
      await serve('console', address, ports.admin);
    }
    await serve('cell b', otherAddress, otherPort);
    await waitUntil('both cells answer', async () =>
      (await Promise.all([get('lw_a_1').catch(() => undefined), get('lw_b_1').catch(() => undefined)])).every(
        (answer) => answer?.status === 200,
      ),
    );
  });
  afterAll(async () => {
    for (const server of servers) server.close();
    await cell?.stop();
  });

  it('leads a key to the cell of its group, and every other one to the default cell', async () => {
    expect((await get('lw_b_secret')).text).toBe('cell b');
    for (const key of ['lw_a_secret', 'lw_withoutgroup', 'lw_c_unknown', 'nonsense'])
      expect((await get(key)).text).toBe('cell a');
    expect(await (await fetch(url)).text()).toBe('cell a');
  });

  it('moves a group to another cell while it runs, and loses no request', async () => {
    const seen = new Set<string>();
    let isOver = false;
    const asking = (async () => {
      for (let number = 0; !isOver; number += 1) {
        const { status, text } = await get(`lw_b_number${number}`);
        seen.add(`${status} ${text}`);
      }
    })();
    await waitUntil('the old cell answers', () => seen.has('200 cell b'));
    await setMap(cell, 'b', 'a');
    await waitUntil('the new cell answers', () => seen.has('200 cell a'));
    isOver = true;
    await asking;
    expect([...seen].toSorted()).toEqual(['200 cell a', '200 cell b']);
  });

  it('limits the requests of a key in a second, and of no other', async () => {
    const begunMs = performance.now();
    const answers = await Promise.all(Array.from({ length: 60 }, () => get('lw_a_hasty')));
    const seconds = (performance.now() - begunMs) / 1_000;
    const refused = answers.filter(({ status }) => status === 429);
    // 20 in any second, and as many in each further second that the 60 took.
    expect(answers.length - refused.length).toBeLessThanOrEqual(20 * (1 + seconds));
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.headers.get('content-type')).toBe('application/problem+json');
    expect(refused[0]?.headers.get('retry-after')).toBe('1');
    expect(JSON.parse(refused[0]?.text ?? '')).toMatchObject({ status: 429, code: 'rate-limited' });
    expect((await get('lw_a_patient')).status).toBe(200);
  });

  it('leads requests and people to APIs that are not ready, while no API is', async () => {
    readyStatus = 503;
    await waitUntil('haproxy has seen it', async () => {
      const lines = (await askHaproxy(cell, 'show stat')).split('\n');
      const rows = lines.filter((row) => /^(cell_a|console),h\d,/.test(row));
      return rows.length === 6 && rows.every((row) => row.includes(',DOWN,'));
    });
    expect(await get('lw_a_late')).toMatchObject({ status: 200, text: 'cell a' });
    expect(await (await fetch(consoleUrl)).text()).toBe('console');
    readyStatus = 200;
  });

  it('answers 503 if an API ends under a request, and repeats only what has no effect twice', async () => {
    let count = 0;
    onRequest = () => {
      count += 1;
    };
    const once = await post(`${url}/cut`, {});
    expect(once).toMatchObject({ status: 503, type: 'application/problem+json' });
    expect(JSON.parse(once.text)).toMatchObject({ status: 503, code: 'unavailable' });
    expect(count).toBe(1);
    const repeated = await post(`${url}/cut`, { 'Idempotency-Key': 'one' });
    expect(repeated.status).toBe(503);
    expect(count).toBeGreaterThan(2);
  });
});

/** Sends a request on a connection of its own. */
function post(address: string, headers: Readonly<Record<string, string>>) {
  return new Promise<{
    readonly status?: number | undefined;
    readonly type?: string | undefined;
    readonly text: string;
  }>((resolve, reject) => {
    const sent = request(address, { method: 'POST', agent: false, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode, type: response.headers['content-type'], text }));
    });
    sent.once('error', reject).end();
  });
}
