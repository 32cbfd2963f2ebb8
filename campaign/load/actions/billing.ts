import { randomUUID } from 'node:crypto';
import type { Chance } from '../../world/chance.ts';
import type { BrokerState, Client, UsageReport } from './client.ts';

const hourMs = 3_600_000;

/** Adds a credit to a product of a line. */
export async function addCredit({ send, chance, state, report }: Client): Promise<void> {
  if (state.subscribed.length === 0) return;
  const path = `/lines/${chance.oneOf(state.subscribed).lineId}/products/${state.broker.productId}/credits`;
  const dueDate = new Date(Date.now() + hourMs).toISOString();
  const { status, body } = await send('POST', path, {
    body: { type: 'DATA', amount: chance.between(1, 50_000), dueDate },
  });
  if (status >= 300) return;
  report.increment('credit added');
  report.creditIds.add((body as { readonly id: string }).id);
}

/** Blocks or unblocks many lines in a bulk operation, and sometimes cancels it. */
export async function blockMany({ send, chance, state, report }: Client): Promise<void> {
  const lineIds = chance.shuffled(state.lineIds).slice(0, 8);
  const { status, body } = await send('POST', '/bulk-operations', {
    body: { operation: chance.oneOf(['block', 'unblock']), lineIds },
  });
  if (status >= 300) return report.addViolation(`a bulk operation got status ${status}: ${JSON.stringify(body)}`);
  report.increment('bulk operation');
  if (chance.happens(20)) await send('POST', `/bulk-operations/${(body as { readonly id: string }).id}/cancel`);
}

interface Listed {
  readonly items: readonly { readonly id: string; readonly status: string }[];
}

/** Corrects a port-in in conflict, or cancels an open port-in. */
export async function changePortIn({ send, chance, report }: Client): Promise<void> {
  const { body } = await send('GET', '/portability/port-ins?status=REQUESTED,PENDING,CONFLICT&limit=20');
  const { items } = body as Listed;
  if (items.length === 0) return;
  const { id, status } = chance.oneOf(items);
  const isCorrected = status === 'CONFLICT' && chance.happens(70);
  const response = isCorrected
    ? await send('POST', `/portability/port-ins/${id}/correct`, { body: aWindow() })
    : await send('POST', `/portability/port-ins/${id}/cancel`);
  if (response.status < 300) report.increment(isCorrected ? 'port-in corrected' : 'port-in cancelled');
}

interface Subscribed {
  readonly products: readonly { readonly id: string }[];
}

/** Adds a product to an overdue subscription, or removes one. */
export async function changeProducts({ send, chance, state, report }: Client): Promise<void> {
  if (state.overdueSubscriptions.length === 0) return;
  const { subscriptionId, productIds } = chance.oneOf(state.overdueSubscriptions);
  const path = `/subscriptions/${subscriptionId}`;
  if (chance.happens(60)) {
    const { status } = await send('POST', `${path}/products`, { body: { productId: chance.oneOf(productIds) } });
    if (status < 300) report.increment('product added');
    return;
  }
  const { products } = (await send('GET', path)).body as Subscribed;
  if (products.length === 0) return;
  const { status } = await send('DELETE', `${path}/products/${chance.oneOf(products).id}`);
  if (status < 300) report.increment('product removed');
}

/** Adds a line to a subscription, removes a line, or pauses or resumes a subscription. */
export async function changeSubscription(client: Client): Promise<void> {
  const { chance } = client;
  if (chance.happens(60)) return join(client);
  return chance.happens(50) ? leave(client) : pauseOrResume(client);
}

async function join({ send, chance, state, report }: Client): Promise<void> {
  const [lineId, subscriptionId] = [chance.oneOf(state.lineIds), chance.oneOf(state.broker.subscriptionIds)];
  const { status } = await send('POST', `/subscriptions/${subscriptionId}/lines`, { body: { lineId } });
  if (status >= 300) return;
  report.increment('line joined a subscription');
  state.subscribed.push({ lineId, subscriptionId });
}

async function leave({ send, chance, state, report }: Client): Promise<void> {
  if (state.subscribed.length === 0) return;
  const { lineId, subscriptionId } = chance.oneOf(state.subscribed);
  const { status } = await send('DELETE', `/subscriptions/${subscriptionId}/lines/${lineId}`);
  if (status < 300) report.increment('line left a subscription');
}

async function pauseOrResume({ send, chance, state, report }: Client): Promise<void> {
  const path = `/subscriptions/${chance.oneOf(state.broker.subscriptionIds)}`;
  const { status } = await send('POST', `${path}/pause`, { body: {} });
  if (status < 300) return report.increment('subscription paused');
  const resumed = await send('POST', `${path}/resume`);
  if (resumed.status < 300) report.increment('subscription resumed');
}

/** Issues one of the broker's tax receipts, or cancels an issued one. */
export async function issueReceipt({ send, chance, state, report }: Client): Promise<void> {
  const path = `/tax-receipts/${chance.oneOf(state.broker.receiptIds)}`;
  const { body: receipt } = await send('GET', path);
  const isIssued = (receipt as { readonly status: string }).status === 'ACTIVE';
  if (isIssued && chance.happens(50)) return;
  const { status } = isIssued
    ? await send('POST', `${path}/cancel`, { body: { reason: 'Emitida com erro de valor' } })
    : await send('POST', `${path}/issue`);
  if (status < 300) report.increment(isIssued ? 'receipt cancelled' : 'receipt issued');
}

/** Pays one of the broker's invoices, also while another client pays it, and sometimes cancels the payment. */
export async function payInvoice({ send, chance, state, report }: Client): Promise<void> {
  const { status, body } = await send('POST', `/invoices/${chance.oneOf(state.broker.invoiceIds)}/pay`);
  if (status >= 300) return;
  report.increment('payment created');
  if (chance.happens(20)) await send('POST', `/payments/${(body as { readonly id: string }).id}/cancel`);
}

/** Long enough to repeat a request whose response was lost. */
const opensAfterMs = 3_000;
const isOpenForMs = 600_000;

/**
 * Requests the port-in of a number, for a new line or for an existing one. Three of ten donors refuse it, permanently
 * or temporarily.
 */
export async function portInNumber({ send, chance, state, report }: Client): Promise<void> {
  const { holderId, numberPoolId, simPoolId } = state.broker;
  const last = chance.happens(30) ? chance.between(9_901, 9_908) : chance.between(1_000, 9_000);
  const body = {
    customerId: holderId,
    msisdn: `+551198${chance.between(100, 999)}${last}`,
    donor: '55321',
    poolId: numberPoolId,
    ...aWindow(),
    ...(chance.happens(60) ? { sim: { poolId: simPoolId } } : { lineId: chance.oneOf(state.lineIds) }),
  };
  const { status } = await send('POST', '/portability/port-ins', { body });
  if (status < 300) report.increment('port-in requested');
}

/** A window that opens soon and stays open for longer than any campaign. */
function aWindow() {
  const opensMs = Date.now() + opensAfterMs;
  return { windowFrom: new Date(opensMs).toISOString(), windowUntil: new Date(opensMs + isOpenForMs).toISOString() };
}

/** Ports out the number of one of the broker's lines. */
export async function portOutNumber({ send, chance, state, report }: Client): Promise<void> {
  const { body: line } = await send('GET', `/lines/${chance.oneOf(state.lineIds)}`);
  const { msisdn } = line as { readonly msisdn: string };
  const body = { ticket: `PO-${randomUUID()}`, msisdn, recipient: '55341', windowFrom: new Date().toISOString() };
  const { status } = await send('POST', '/portability/port-outs', { body });
  if (status < 300) report.increment('port-out requested');
}

interface Paid {
  readonly items: readonly { readonly id: string; readonly amount: string }[];
}

/** Refunds one of the broker's payments: partly, fully, or fully twice at once. */
export async function refundPayment({ send, chance, report }: Client): Promise<void> {
  const { status, body } = await send('GET', '/payments?status=CONFIRMED&limit=20');
  if (status >= 300) return;
  const { items } = body as Paid;
  if (items.length === 0) return;
  const { id } = chance.oneOf(items);
  const part = chance.happens(50) ? { amount: '1.00' } : {};
  const times = chance.happens(30) ? 2 : 1;
  const responses = await Promise.all(
    Array.from({ length: times }, () => send('POST', `/payments/${id}/refunds`, { body: part })),
  );
  if (responses.some((response) => response.status < 300)) report.increment('payment refund requested');
}

const batchLimit = 20;

interface UsageResponse {
  readonly partlyCounted: readonly { readonly recordId: string; readonly countedAmount: number }[];
  readonly refused: readonly { readonly recordId: string; readonly code: string }[];
}

/** Reports usage of some lines. One record in five is a repetition. */
export async function reportUsage({ send, chance, state, report }: Client): Promise<void> {
  const records = Array.from({ length: chance.between(1, batchLimit) }, () => buildReport(state, chance));
  const { status, body } = await send('POST', '/usage/records', { body: { records } });
  if (status !== 200) return report.addViolation(`usage got status ${status}: ${JSON.stringify(body)}`);
  const { partlyCounted, refused } = body as UsageResponse;
  const codes = new Map(refused.map(({ recordId, code }) => [recordId, code]));
  const parts = new Map(partlyCounted.map(({ recordId, countedAmount }) => [recordId, countedAmount]));
  for (const record of records) {
    const code = codes.get(record.recordId);
    if (code !== undefined && code !== 'no-balance') continue;
    const counted = code === undefined ? (parts.get(record.recordId) ?? record.amount) : 0;
    state.reported.push(record);
    report.increment(counted < record.amount ? 'usage counted in part' : 'usage counted');
    report.recordCountedUsage(record.recordId, counted);
  }
}

/** Nine of ten records are of lines in a subscription, if there are any. */
function buildReport({ lineIds, subscribed, reported }: BrokerState, chance: Chance): UsageReport {
  if (reported.length > 0 && chance.happens(20)) return chance.oneOf(reported);
  const type = chance.oneOf(['DATA', 'DATA', 'SMS'] as const);
  const lineId = subscribed.length > 0 && chance.happens(90) ? chance.oneOf(subscribed).lineId : chance.oneOf(lineIds);
  return { recordId: randomUUID(), lineId, type, amount: chance.between(1, 100_000), usedAt: new Date().toISOString() };
}
