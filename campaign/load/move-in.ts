import { setTimeout as sleep } from 'node:timers/promises';
import { createApiKey } from '@linework/api-keys/create-api-key';
import { scopes } from '@linework/auth/scopes';
import { formatExampleFile } from '@linework/move-in/example-files';
import type { FindingCode, MoveInChoice } from '@linework/schemas/move-ins/finding-codes';
import type { MoveInBalance, MoveInDetails, MoveInRow } from '@linework/schemas/move-ins/move-in';
import { aBroker } from '@linework/testing/a-broker';
import { aPool } from '@linework/testing/a-pool';
import { aRange } from '@linework/testing/a-range';
import { anOffer } from '@linework/testing/an-offer';
import { createChance } from '../world/chance.ts';
import { buildMoveInFiles, type MoveInFiles, type MoveInPart } from '../world/move-in-files.ts';
import type { CampaignReport } from '../world/report.ts';
import type { Broker, World } from '../world/start-world.ts';
import { type BrokerState, type Client, openClient } from './actions/client.ts';
import { cancelOrder, changeLineStatus, swapResource } from './actions/lines.ts';

/** A move-in that has ended. */
export interface EndedMoveIn {
  readonly id: string;
  readonly part: MoveInPart;
  /** After the comparison, and at the end. */
  readonly compared: MoveInDetails;
  readonly adopted: MoveInDetails;
  readonly balance: MoveInBalance;
  readonly lines: readonly MoveInRow[];
}

/** The move-ins of one broker, one after the other, and orders on the lines that they have adopted. */
export interface MoveIns {
  /** Its lines are those that were adopted. */
  readonly state: BrokerState;
  readonly ended: readonly EndedMoveIn[];
  /** The ids of adopted lines whose subscribers the register did not have. */
  readonly unregisteredLineIds: ReadonlySet<string>;
  /** Waits until the last move-in has ended, and stops the orders. */
  stop(): Promise<void>;
}

/** Slow enough that a comparison lasts through several faults. */
const callsPerSecond = 10;
const sparesEach = 60;
const pollMs = 200;
const pauseMs = { min: 100, max: 400 };
/** On an idle machine. A comparison takes eight seconds, and waits while the network is away. */
const stageLimitMs = 150_000;

const decisions: Partial<Record<FindingCode, MoveInChoice>> = {
  'not-on-network': 'ours',
  'other-service-state': 'network',
};

/** Starts the move-ins of a broker that has nothing yet. */
export async function startMoveIns(world: World, report: CampaignReport, seed: number): Promise<MoveIns> {
  const { broker, files } = await prepareMoveIns(world);
  const nothing = { lineIds: [], subscribed: [], overdueSubscriptions: [], reported: [] };
  const state: BrokerState = { ...nothing, broker, foreign: { lineIds: [], broker } };
  const client = openClient({ world, state, report, chance: createChance(seed * 1_000 + 970) });
  const ended: EndedMoveIn[] = [];
  const unregisteredLineIds = new Set<string>();
  const moving = (async () => {
    for (const part of files.parts) {
      const moveIn = await runMoveIn(client, world, part);
      ended.push(moveIn);
      for (const { state: rowState, id, legacyId = '' } of moveIn.lines) {
        if (rowState !== 'adopted') continue;
        if (files.unregistered.has(legacyId)) unregisteredLineIds.add(id);
        state.lineIds.push(id);
      }
    }
  })().catch((error: unknown) => report.addViolation(`a move-in gave up: ${error}`));
  let isOver = false;
  const user = openClient({ world, state, report, chance: createChance(seed * 1_000 + 971) });
  const using = (async () => {
    while (!isOver) {
      if (state.lineIds.length > 0)
        await user.chance
          .oneOf([changeLineStatus, changeLineStatus, swapResource, cancelOrder])(user)
          .catch((error: unknown) => report.addViolation(`a client of adopted lines gave up: ${error}`));
      await sleep(user.chance.between(pauseMs.min, pauseMs.max));
    }
  })();
  return {
    state,
    ended,
    unregisteredLineIds,
    async stop() {
      await moving;
      isOver = true;
      await using;
    },
  };
}

/** The broker with its ranges, pools and offer; the register has its subscribers. */
async function prepareMoveIns({
  db,
  network,
}: World): Promise<{ readonly broker: Broker; readonly files: MoveInFiles }> {
  const { id: brokerId } = await aBroker(db);
  const { key } = await createApiKey(db, {
    name: 'a client that moves in',
    brokerId,
    scopes: scopes.filter((scope) => scope !== 'operator'),
  });
  await aRange(db, { brokerId, kind: 'MSISDN', from: '+5521900000000', to: '+5521999999999' });
  await aRange(db, { brokerId, kind: 'ICCID', from: '8955990101000000000', to: '8955990101999999999' });
  await aRange(db, { brokerId, kind: 'IMSI', from: '724991010000000', to: '724991019999999' });
  const numbers = await aPool(db, { brokerId, type: 'MSISDN', count: sparesEach });
  const sims = await aPool(db, { brokerId, type: 'SIM', count: sparesEach });
  const offer = await anOffer(db, { brokerId, discounted: false });
  const files = buildMoveInFiles({
    offerVersionId: offer.versionId,
    productId: offer.plan.id,
    componentId: offer.plan.components[0]?.id ?? '',
    now: new Date(),
  });
  await network.load(files.register);
  const pools = { numberPoolId: numbers.id, simPoolId: sims.id, foreignSimPoolId: '' };
  const nothing = { invoiceIds: [], receiptIds: [], subscriptionIds: [], existing: [] };
  return { broker: { id: brokerId, key, holderId: '', productId: '', ...pools, ...nothing }, files };
}

/** Takes one move-in through its stages. */
async function runMoveIn(client: Client, world: World, part: MoveInPart): Promise<EndedMoveIn> {
  const { numberPoolId, simPoolId } = client.state.broker;
  const { id } = await ask(client, 'POST', '/move-ins', { body: { numberPoolId, simPoolId, callsPerSecond } });
  const path = `/move-ins/${id}`;
  for (const [kind, rows] of Object.entries(part.rows))
    if (rows.length > 0)
      await ask(client, 'POST', `${path}/files?kind=${kind}`, {
        text: formatExampleFile(rows),
        mediaType: 'text/csv',
      });
  const run = async (stage: 'check' | 'compare' | 'adopt', status: MoveInDetails['status']) => {
    await ask(client, 'POST', `${path}/${stage}`);
    return reach(client, world, { path, status });
  };
  await run('check', 'CHECKED');
  const compared = await run('compare', 'CHECKED');
  for (const { code } of compared.findings) {
    const decision = decisions[code] ?? 'leave-out';
    await ask(client, 'POST', `${path}/decisions`, { body: { code, decision, reason: 'The campaign knows why.' } });
  }
  const adopted = await run('adopt', 'ADOPTED');
  const balance = (await client.send('GET', `${path}/balance`)).body as MoveInBalance;
  return { id, part, compared, adopted, balance, lines: await listLines(client, path) };
}

/** Sends a request that has to succeed. */
async function ask(client: Client, method: 'GET' | 'POST', path: string, request: Parameters<Client['send']>[2] = {}) {
  const { status, body } = await client.send(method, path, request);
  if (status >= 300) throw new Error(`${method} ${path} got status ${status}: ${JSON.stringify(body)}`);
  return body as MoveInDetails;
}

interface Wanted {
  readonly path: string;
  readonly status: MoveInDetails['status'];
}

async function reach(client: Client, { speed }: World, { path, status }: Wanted): Promise<MoveInDetails> {
  const startedMs = performance.now();
  for (;;) {
    const moveIn = await ask(client, 'GET', path);
    if (moveIn.status === status) return moveIn;
    if (performance.now() - startedMs > speed.limitMs(stageLimitMs))
      throw new Error(`${path} is ${moveIn.status}, and was to be ${status}`);
    await sleep(pollMs);
  }
}

/** Its lines are fewer than a page may have. */
async function listLines({ send }: Client, path: string): Promise<readonly MoveInRow[]> {
  const { body } = await send('GET', `${path}/rows?kind=lines&limit=100`);
  return (body as { readonly items: readonly MoveInRow[] }).items;
}
