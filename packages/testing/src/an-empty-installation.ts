import type { Caller } from '@linework/auth/caller';
import type { OpenDb } from '@linework/db/db';
import { assembled } from '@linework/db/statement';
import type { ReadableNetwork } from '@linework/lines/model/compare-subscriber';
import type { NetworkSubscriber } from '@linework/lines/model/systems';
import { advanceMoveIns } from '@linework/move-in/advance-move-ins';
import { type ExampleRows, formatExampleFile } from '@linework/move-in/example-files';
import { createMoveIn, findMoveIn, type Mappings, type MoveInRequest, requestStage } from '@linework/move-in/move-ins';
import { uploadFile } from '@linework/move-in/upload-file';
import type { MoveInDetails, MoveInKind } from '@linework/schemas/move-ins/move-in';
import { aBroker } from './a-broker.ts';
import { aPool } from './a-pool.ts';
import { everyRange } from './a-range.ts';
import { aCallerOf } from './callers.ts';

/** An empty installation with one broker, and a register that can only be read. */
export async function anEmptyInstallation(db: OpenDb) {
  const broker = await aBroker(db);
  await everyRange(db, broker);
  const caller = aCallerOf(broker);
  const numberPool = await aPool(db, { brokerId: broker.id, type: 'MSISDN' });
  const simPool = await aPool(db, { brokerId: broker.id, type: 'SIM' });
  const register = new Map<string, NetworkSubscriber>();
  // It cannot list its subscribers.
  const network: ReadableNetwork = {
    findSubscriber: async (imsi) => {
      installation.answers();
      return register.get(imsi);
    },
    inspectSubscriber: async ({ imsi }) => {
      const found = register.get(imsi);
      return found && { isInService: found.serviceState === 'active', serviceStates: [found.serviceState] };
    },
  };
  const target = (moveInId: string, by: Caller = caller) => ({ caller: by, moveInId });
  const installation = {
    broker,
    caller,
    register,
    /** A test may have another register. */
    network,
    /** A test makes the register throw. */
    answers: (): void => undefined,
    pools: { numberPoolId: numberPool.id, simPoolId: simPool.id },
    open: (mappings?: Mappings): Promise<MoveInDetails> =>
      createMoveIn(db, { caller, ...installation.pools, callsPerSecond: 10_000, ...(mappings && { mappings }) }),
    upload: (moveInId: string, kind: MoveInKind, content: string | Buffer, mediaType = 'text/csv' as const) =>
      uploadFile(db, { ...target(moveInId), kind, file: { mediaType, chunks: inChunks(Buffer.from(content)) } }),
    async uploadAll(moveInId: string, rows: Partial<ExampleRows>): Promise<void> {
      for (const [kind, items] of Object.entries(rows))
        if (items.length > 0) await installation.upload(moveInId, kind as MoveInKind, formatExampleFile(items));
    },
    /** Asks for a stage and works until it has ended. */
    async run(moveInId: string, request: MoveInRequest): Promise<MoveInDetails> {
      await requestStage(db, target(moveInId), request);
      await installation.work();
      return findMoveIn(db, target(moveInId));
    },
    work: (isOver: () => boolean = () => false) =>
      advanceMoveIns({ db, network: installation.network, log: { info: () => undefined } }, isOver),
    find: (moveInId: string) => findMoveIn(db, target(moveInId)),
  };
  return installation;
}

async function* inChunks(content: Buffer): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < content.length; from += 4_096) yield content.subarray(from, from + 4_096);
}

/** The move-ins whose progress is not what their rows say. */
export const wrongCounts = `
  SELECT m.id
  FROM move_in m LEFT JOIN move_in_row r ON r.move_in_id = m.id
  GROUP BY m.id
  HAVING (m.row_count, m.compared_count, m.adopted_count, m.left_out_count)
    <> (count(r.row), count(r.compared_at), count(r.row) FILTER (WHERE r.state = 'adopted'),
      count(r.row) FILTER (WHERE r.state = 'left-out'))`;

/** Runs a query of a test. */
export async function rowsOf(db: OpenDb, text: string, values: readonly unknown[] = []) {
  return db.query(assembled<Record<string, unknown>>({ text, values }));
}

/** The rows of some lines of an example, so that tests share a database, and what belongs to them. */
export function rowsOfLines(rows: ExampleRows, from: number, until: number): ExampleRows {
  const lines = rows.lines.slice(from, until);
  const named = (column: string, of: readonly Readonly<Record<string, string>>[]) =>
    new Set(of.map((row) => row[column]));
  const [lineIds, holderIds] = [named('legacyId', lines), named('holderId', lines)];
  const subscriptions = rows.subscriptions.filter(({ holderId }) => holderIds.has(holderId));
  const contracts = named('legacyId', subscriptions);
  return {
    holders: rows.holders.filter(({ legacyId }) => holderIds.has(legacyId)),
    paymentMethods: rows.paymentMethods.filter(({ holderId }) => holderIds.has(holderId)),
    numbers: rows.numbers.slice(from, until),
    sims: rows.sims.slice(from, until),
    subscriptions,
    products: rows.products.filter(({ subscriptionId }) => contracts.has(subscriptionId)),
    lines,
    blocks: rows.blocks.filter(({ lineId }) => lineIds.has(lineId)),
    balances: rows.balances.filter(({ lineId }) => lineIds.has(lineId)),
    invoices: rows.invoices.filter(({ subscriptionId }) => contracts.has(subscriptionId)),
  };
}
