import type { ClaimSource } from '@linework/inventory/line-resources/allocate-claim';
import { silentLog } from '@linework/log/log';
import { pollDuePortIns } from '@linework/portability/port-ins/poll-due-port-ins';
import { pollDuePortOuts } from '@linework/portability/port-outs/poll-due-port-outs';
import type { PortabilityDeps } from '@linework/portability/portability-deps';
import type { PortIn } from '@linework/schemas/portability/port-in';
import { createPortInRoute, getPortInRoute } from '@linework/schemas/portability/port-ins.routes';
import { createHttpClearingHouse } from '@linework/systems/partners/create-http-clearing-house';
import { aHolder } from '@linework/testing/a-holder';
import { aPool } from '@linework/testing/a-pool';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { startPartnerSimulator } from '@linework/testing/simulators/start-partner-simulator';
import { startTestApi, type TestClient } from '../support/test-api.ts';
import { testWorker } from '../support/worker.ts';

export interface PortInTestInput {
  /** The last four digits of the number. They select the donor's reply. */
  readonly ending?: string;
  readonly lineId?: string;
  /** The source of the SIM for its new line; the pool of the fixture by default. */
  readonly sim?: ClaimSource;
  readonly customerId?: string;
  /** The start of its window; immediately by default. */
  readonly opensInMs?: number;
}

const hourMs = 3_600_000;

/** The API, a worker, and the clearing house as a separate program, which notifies the API. */
export async function openPortabilityFixture() {
  const api = await startTestApi();
  const simulator = await startPartnerSimulator();
  const worker = testWorker(api);
  const clearingHouse = createHttpClearingHouse({ url: `${simulator.url}/clearing-house`, timeoutMs: 60_000 });
  const deps: PortabilityDeps = {
    db: api.db,
    log: silentLog,
    notify: (more) => void api.wakeUps.push(...more),
    clearingHouse,
  };
  const client = await api.aClient();
  const brokerId = client.broker.id;
  await simulator.client.notify({ url: api.url, key: client.key });
  const [numbers, sims] = [
    await aPool(api.db, { brokerId }),
    await aPool(api.db, { brokerId, type: 'SIM', count: 200 }),
  ];
  let numberCount = 0;

  async function pollPartners(): Promise<void> {
    await Promise.all([pollDuePortIns(deps), pollDuePortOuts(deps)]);
  }

  async function runAll(): Promise<void> {
    await pollPartners();
    await worker.handleWakeUps();
  }

  async function repeatUntil(
    step: () => Promise<void>,
    id: string,
    what: string,
    isReached: (portIn: PortIn) => boolean,
  ): Promise<PortIn> {
    let last = await find(id);
    await waitUntil(`a port-in ${what}`, async () => {
      await step();
      last = await find(id);
      return isReached(last);
    }).catch((error: unknown) => {
      throw new Error(`${String(error)}; it is ${JSON.stringify(last)}`);
    });
    return last;
  }

  async function aPortInBody({
    ending = '0001',
    lineId,
    sim = { poolId: sims.id },
    customerId,
    opensInMs = hourMs,
  }: PortInTestInput = {}) {
    numberCount += 1;
    const serial = numberCount;
    const holderId = customerId ?? (await aHolder(api.db, { brokerId })).id;
    return {
      customerId: holderId,
      msisdn: `+55119${String(5000 + serial)}${ending}`,
      donor: '55321',
      windowFrom: new Date(Date.now() + opensInMs).toISOString(),
      windowUntil: new Date(Date.now() + opensInMs + hourMs).toISOString(),
      poolId: numbers.id,
      ...(lineId === undefined ? { sim } : { lineId }),
    };
  }

  /**
   * Opens the window of a port-in that is not submitted yet. A requested window is in the future, so the request cannot
   * set it.
   */
  async function openWindow(id: string): Promise<void> {
    await api.db.pool.query('UPDATE port_in SET window_from = now() WHERE id = $1', [id]);
  }

  async function find(id: string): Promise<PortIn> {
    const found = await client.call(getPortInRoute, { params: { id } });
    if (found.status !== 200) throw new Error(`the port-in returned ${found.status}`);
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
    pollPartners,
    runAll,
    aPortInBody,
    find,
    async aPortIn(input: PortInTestInput = {}, by: TestClient = client): Promise<PortIn> {
      const response = await by.call(createPortInRoute, { body: await aPortInBody(input) });
      if (response.status !== 202)
        throw new Error(`the port-in returned ${response.status}: ${JSON.stringify(response.body)}`);
      if (input.opensInMs === undefined) await openWindow(response.body.id);
      return response.body;
    },
    openWindow,
    /** Runs the worker until a port-in reaches a state. */
    runUntil: (id: string, what: string, isReached: (portIn: PortIn) => boolean) =>
      repeatUntil(runAll, id, what, isReached),
    /** The same, without executing orders. */
    pollUntil: (id: string, what: string, isReached: (portIn: PortIn) => boolean) =>
      repeatUntil(pollPartners, id, what, isReached),
    /** Runs the worker until the donor has agreed to the window, which has not begun. */
    runUntilAccepted: (id: string) =>
      waitUntil('a port-in is accepted', async () => {
        await runAll();
        return (await api.db.prisma.portIn.count({ where: { id, acceptedAt: { not: null } } })) === 1;
      }),
    /** Makes the record due: ends its back-off, its lease, or its minute between polls. */
    async makeDue(table: 'port_in' | 'port_out', id: string): Promise<void> {
      await api.db.pool.query(
        `UPDATE ${table} SET due_at = now() - interval '1 ms' WHERE id = $1 AND due_at IS NOT NULL`,
        [id],
      );
      if (table === 'port_in')
        await api.db.pool.query("UPDATE port_in SET submitted_at = submitted_at - interval '2 min' WHERE id = $1", [
          id,
        ]);
    },
    /**
     * Processes a record again after twenty failed attempts, and returns whether it is due again within a minute. It
     * compares milliseconds, because times are stored with this precision.
     */
    async afterManyPolls(
      table: 'port_in' | 'port_out',
      id: string,
    ): Promise<{ readonly attempt: number; readonly isSoon: boolean }> {
      await api.db.pool.query(`UPDATE ${table} SET due_at = now() - interval '1 ms', attempt = 20 WHERE id = $1`, [id]);
      await pollPartners();
      const inAMinute = "(now() + interval '1 min')::timestamptz(3)";
      const { rows } = await api.db.pool.query(
        `SELECT attempt, due_at <= ${inAMinute} AS "isSoon" FROM ${table} WHERE id = $1`,
        [id],
      );
      return rows[0];
    },
    async close(): Promise<void> {
      await simulator.stop();
      await api.close();
    },
  };
}

export type PortabilityFixture = Awaited<ReturnType<typeof openPortabilityFixture>>;
