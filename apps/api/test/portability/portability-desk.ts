import type { ClaimSource } from '@linework/domain/inventory/pick-claim';
import { askAboutPortIns } from '@linework/domain/portability/ask-about-port-ins';
import { carryOutPortOuts } from '@linework/domain/portability/carry-out-port-outs';
import type { PortabilityDeps } from '@linework/domain/portability/portability-deps';
import { silentLog } from '@linework/log/log';
import { createPortInRoute } from '@linework/schemas/portability/create-port-in.route';
import { getPortInRoute } from '@linework/schemas/portability/get-port-in.route';
import type { PortIn } from '@linework/schemas/portability/port-in';
import { httpClearingHouse } from '@linework/systems/partners/http-clearing-house';
import { aHolder } from '@linework/testing/a-holder';
import { aPool } from '@linework/testing/a-pool';
import { until } from '@linework/testing/processes/until';
import { startPartnerSimulator } from '@linework/testing/start-partner-simulator';
import { startTestApi, type TestClient } from '../support/test-api.ts';
import { testWorker } from '../support/worker.ts';

export interface PortInGiven {
  /** The last four digits of the number, by which the donor answers. */
  readonly ending?: string;
  readonly lineId?: string;
  /** Where the SIM of its new line comes from; the pool of the desk where nothing is said. */
  readonly sim?: ClaimSource;
  readonly customerId?: string;
  /** When its window opens; at once where nothing is said. */
  readonly opensInMs?: number;
}

const hourMs = 3_600_000;

/** The application, a worker, and the clearing house as a program of its own, which rings at the application. */
export async function openPortabilityDesk() {
  const api = await startTestApi();
  const simulator = await startPartnerSimulator();
  const worker = testWorker(api);
  const clearingHouse = httpClearingHouse({ url: `${simulator.url}/clearing-house`, timeoutMs: 2_000 });
  const deps: PortabilityDeps = { db: api.db, log: silentLog, ring: (more) => void api.rings.push(...more), clearingHouse };
  const client = await api.aClient();
  const brokerId = client.broker.id;
  await simulator.client.notify({ url: api.url, key: client.key });
  const [numbers, sims] = [await aPool(api.db, { brokerId }), await aPool(api.db, { brokerId, type: 'SIM', count: 200 })];
  let numbersGiven = 0;

  async function ask(): Promise<void> {
    await Promise.all([askAboutPortIns(deps), carryOutPortOuts(deps)]);
  }

  async function work(): Promise<void> {
    await ask();
    await worker.answerRings();
  }

  async function goOnUntil(step: () => Promise<void>, id: string, what: string, isSo: (portIn: PortIn) => boolean): Promise<PortIn> {
    let last = await find(id);
    await until(`a port-in ${what}`, async () => {
      await step();
      last = await find(id);
      return isSo(last);
    }).catch((error: unknown) => {
      throw new Error(`${String(error)}; it is ${JSON.stringify(last)}`);
    });
    return last;
  }

  async function aPortInBody({ ending = '0001', lineId, sim = { poolId: sims.id }, customerId, opensInMs = hourMs }: PortInGiven = {}) {
    numbersGiven += 1;
    const given = numbersGiven;
    const holderId = customerId ?? (await aHolder(api.db, { brokerId })).id;
    return {
      customerId: holderId,
      msisdn: `+55119${String(5000 + given)}${ending}`,
      donor: '55321',
      windowFrom: new Date(Date.now() + opensInMs).toISOString(),
      windowUntil: new Date(Date.now() + opensInMs + hourMs).toISOString(),
      poolId: numbers.id,
      ...(lineId === undefined ? { sim } : { lineId }),
    };
  }

  /** The window of a port-in that the clearing house has not been asked for opens now. A window that is asked for is ahead, however long the asking takes. */
  async function openWindow(id: string): Promise<void> {
    await api.db.pool.query('UPDATE port_in SET window_from = now() WHERE id = $1', [id]);
  }

  async function find(id: string): Promise<PortIn> {
    const found = await client.call(getPortInRoute, { params: { id } });
    if (found.status !== 200) throw new Error(`the port-in answered ${found.status}`);
    return found.body;
  }

  return {
    ...api,
    client,
    deps,
    simulator: simulator.client,
    worker,
    numbers,
    sims,
    ask,
    work,
    aPortInBody,
    find,
    async aPortIn(given: PortInGiven = {}, by: TestClient = client): Promise<PortIn> {
      const answer = await by.call(createPortInRoute, { body: await aPortInBody(given) });
      if (answer.status !== 202) throw new Error(`a port-in was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      if (given.opensInMs === undefined) await openWindow(answer.body.id);
      return answer.body;
    },
    openWindow,
    /** Works until a port-in is so. */
    workUntil: (id: string, what: string, isSo: (portIn: PortIn) => boolean) => goOnUntil(work, id, what, isSo),
    /** The same, while nobody takes an order. */
    askUntil: (id: string, what: string, isSo: (portIn: PortIn) => boolean) => goOnUntil(ask, id, what, isSo),
    /** Works until the donor has agreed to the window, which is not reached. */
    workUntilAccepted: (id: string) =>
      until('a port-in is accepted', async () => {
        await work();
        return (await api.db.prisma.portIn.count({ where: { id, acceptedAt: { not: null } } })) === 1;
      }),
    /** For this record the back-off, the lease or the minute is over. */
    async letTimePass(table: 'port_in' | 'port_out', id: string): Promise<void> {
      await api.db.pool.query(`UPDATE ${table} SET due_at = now() - interval '1 ms' WHERE id = $1 AND due_at IS NOT NULL`, [id]);
      if (table === 'port_in') await api.db.pool.query("UPDATE port_in SET asked_at = asked_at - interval '2 min' WHERE id = $1", [id]);
    },
    /**
     * Looks once more at a record that was looked at twenty times in vain, and says whether it will be again in a minute or less:
     * to the millisecond, as times are kept.
     */
    async afterManyLooks(table: 'port_in' | 'port_out', id: string): Promise<{ readonly attempt: number; readonly isSoon: boolean }> {
      await api.db.pool.query(`UPDATE ${table} SET due_at = now() - interval '1 ms', attempt = 20 WHERE id = $1`, [id]);
      await ask();
      const inAMinute = "(now() + interval '1 min')::timestamptz(3)";
      const { rows } = await api.db.pool.query(`SELECT attempt, due_at <= ${inAMinute} AS "isSoon" FROM ${table} WHERE id = $1`, [id]);
      return rows[0];
    },
    async close(): Promise<void> {
      await simulator.stop();
      await api.close();
    },
  };
}

export type PortabilityDesk = Awaited<ReturnType<typeof openPortabilityDesk>>;
