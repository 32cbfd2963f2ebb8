import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseUnavailable } from '@linework/db/is-database-unavailable';
import { statement } from '@linework/db/statement';
import { type ComparedStatus, serviceStates } from '@linework/lines/model/compare-subscriber';
import type { NetworkSubscriber } from '@linework/lines/model/systems';
import { aPool } from '@linework/testing/a-pool';
import { networkSimulatorClient } from '@linework/testing/simulators/network-simulator-client';
import { type Chance, createChance } from '../world/chance.ts';
import type { CampaignReport } from '../world/report.ts';
import type { Broker, World } from '../world/start-world.ts';
import type { BrokerState } from './actions/client.ts';

const kinds = ['missing', 'wrong-service-state', 'wrong-number', 'wrong-sim'] as const;
/** `foreign`: a subscriber of somebody else has taken the place of the line's. */
type PlantedKind = (typeof kinds)[number] | 'foreign';

/** A difference between a line and the register. */
interface PlantedDifference {
  readonly lineId: string;
  readonly kind: PlantedKind;
  /** In milliseconds since 1970, by the clock of the database. */
  readonly atMs: number;
}

/** What the campaign has changed in the register behind the back of Linework. */
export interface RegisterDifferences {
  readonly planted: readonly PlantedDifference[];
  /** Subscribers of somebody else, under IMSIs of lines and under others. Nothing may change them. */
  readonly foreign: readonly NetworkSubscriber[];
  /** Subscribers with numbers of the brokers that no line has. */
  readonly extra: readonly NetworkSubscriber[];
  /** Numbers of the brokers that only these subscribers have. */
  readonly spareNumbers: ReadonlySet<string>;
  stop(): Promise<void>;
}

interface Spares {
  readonly msisdns: string[];
  readonly imsis: string[];
}

interface Planting {
  readonly db: World['db'];
  readonly register: ReturnType<typeof networkSimulatorClient>;
  readonly chance: Chance;
  readonly spares: ReadonlyMap<string, Spares>;
  readonly planted: PlantedDifference[];
  readonly foreign: NetworkSubscriber[];
  readonly extra: NetworkSubscriber[];
  /** Returns the next number from 0: each IMSI and number of somebody else is used once. */
  readonly nextSerial: () => string;
}

export interface DifferencesOptions {
  readonly world: World;
  readonly report: CampaignReport;
  readonly seed: number;
  readonly states: readonly BrokerState[];
}

const pauseMs = { min: 200, max: 700 };
const sparesEach = 200;
const triesEach = 10;

/** Plants differences at random lines of these brokers, one after the other, until it is stopped. */
export async function startRegisterDifferences({
  world,
  report,
  seed,
  states,
}: DifferencesOptions): Promise<RegisterDifferences> {
  const { db, managedNetwork } = world;
  const spares = new Map<string, Spares>();
  for (const { broker } of states) spares.set(broker.id, await createSpares(db, broker));
  const spareNumbers = new Set([...spares.values()].flatMap(({ msisdns }) => msisdns));
  const planting: Planting = {
    db,
    register: networkSimulatorClient(managedNetwork.url),
    chance: createChance(seed * 1_000 + 997),
    spares,
    planted: [],
    foreign: [],
    extra: [],
    nextSerial: createSerials(),
  };
  let isOver = false;
  const working = (async () => {
    while (!isOver) {
      await managedNetwork.untilUp();
      await plantNext(planting, states).catch((error: unknown) => {
        // A fault of the network or the database. Without them nothing could be planted.
        if (isDatabaseUnavailable(error) || error instanceof TypeError) report.increment('difference not planted');
        else report.addViolation(`a difference could not be planted: ${error}`);
      });
      await sleep(planting.chance.between(pauseMs.min, pauseMs.max));
    }
  })();
  return {
    ...planting,
    spareNumbers,
    async stop() {
      isOver = true;
      await working;
    },
  };
}

function createSerials(): () => string {
  let serial = 0;
  return () => String(serial++).padStart(5, '0');
}

async function createSpares(db: World['db'], { id: brokerId }: Broker): Promise<Spares> {
  const numbers = await aPool(db, { brokerId, type: 'MSISDN', count: sparesEach });
  const sims = await aPool(db, { brokerId, type: 'SIM', count: sparesEach });
  const find = (poolId: string) => db.prisma.resource.findMany({ where: { poolId }, orderBy: { id: 'asc' } });
  return {
    msisdns: (await find(numbers.id)).map(({ externalCode }) => externalCode),
    imsis: (await find(sims.id)).flatMap(({ imsi }) => imsi ?? []),
  };
}

async function plantNext(planting: Planting, states: readonly BrokerState[]): Promise<void> {
  const { chance } = planting;
  const state = chance.oneOf(states);
  if (chance.happens(10)) return addExtraSubscriber(planting, state.broker);
  for (const lineId of chance.shuffled(state.lineIds).slice(0, triesEach))
    if (await plantAtLine(planting, state.broker, lineId)) return;
}

/** A subscriber that no line has: with a number of the broker, or of somebody else. */
async function addExtraSubscriber(planting: Planting, broker: Broker): Promise<void> {
  const { register, chance, spares, foreign, extra, nextSerial } = planting;
  const serial = nextSerial();
  const isForeign = chance.happens(50);
  const msisdn = isForeign ? foreignNumber(serial) : spares.get(broker.id)?.msisdns.pop();
  if (msisdn === undefined) return;
  const subscriber: NetworkSubscriber = { imsi: `9997000000${serial}`, msisdn, serviceState: 'active' };
  await register.load([subscriber]);
  (isForeign ? foreign : extra).push(subscriber);
}

const foreignNumber = (serial: string) => `+3519200${serial}`;

/** No order is placed on a line while it is locked: the difference is planted between two orders. */
const lockStatement = statement(
  'campaign-lock-line',
  { lineId: 'uuid' },
  'SELECT id FROM line WHERE id = :lineId FOR UPDATE',
);
const settledStatement = statement(
  'campaign-line-without-order',
  { lineId: 'uuid', statuses: 'text[]' },
  `SELECT l.imsi, l.msisdn, l.status, (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "atMs"
   FROM line l
   WHERE l.id = :lineId
     AND l.status = ANY(:statuses)
     AND NOT EXISTS (SELECT FROM orders o WHERE o.line_id = l.id AND o.is_open)`,
).returns<{ readonly status: ComparedStatus; readonly imsi: string; readonly msisdn: string; readonly atMs: number }>();

/** Returns whether a difference was planted: only where the register has what the line says. */
async function plantAtLine(planting: Planting, broker: Broker, lineId: string): Promise<boolean> {
  const { db, register, chance, planted } = planting;
  return db.transaction(async (tx) => {
    await tx.query(lockStatement, { lineId });
    const [line] = await tx.query(settledStatement, { lineId, statuses: Object.keys(serviceStates) });
    if (!line) return false;
    const { imsi, msisdn, status, atMs } = line;
    const own = { imsi, msisdn, serviceState: serviceStates[status] };
    const current = await register.subscriber(imsi);
    if (current?.msisdn !== msisdn || current.serviceState !== own.serviceState) return false;
    const kind = chance.happens(6) ? 'foreign' : chance.oneOf(kinds);
    planted.push({ lineId, kind, atMs });
    await changeRegister(planting, { broker, own, kind });
    return true;
  });
}

interface Change {
  readonly broker: Broker;
  /** What the register has and the line says. */
  readonly own: NetworkSubscriber;
  readonly kind: PlantedKind;
}

async function changeRegister(planting: Planting, { broker, own, kind }: Change): Promise<void> {
  const { register, chance, spares, foreign, nextSerial } = planting;
  const { msisdns = [], imsis = [] } = spares.get(broker.id) ?? {};
  switch (kind) {
    case 'missing':
      return void (await register.remove([own.imsi]));
    case 'wrong-service-state': {
      const others = Object.values(serviceStates).filter((state) => state !== own.serviceState);
      return void (await register.load([{ ...own, serviceState: chance.oneOf(others) }]));
    }
    case 'wrong-number':
      return void (await register.load([{ ...own, msisdn: msisdns.pop() ?? '' }]));
    case 'wrong-sim':
      await register.remove([own.imsi]);
      return void (await register.load([{ ...own, imsi: imsis.pop() ?? '' }]));
    case 'foreign': {
      const subscriber: NetworkSubscriber = { ...own, msisdn: foreignNumber(nextSerial()) };
      await register.load([subscriber]);
      foreign.push(subscriber);
    }
  }
}
