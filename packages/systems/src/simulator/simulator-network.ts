import { Refusal } from '@linework/domain/faults';
import type { Network, NetworkCall, NetworkSubscriber } from '@linework/domain/systems';
import type { Log } from '@linework/log/log';
import { askOverHttp, type OtherSystem, type Question } from '../ask-over-http.ts';
import { partnerWords } from '../partners/partner-words.ts';
import { effectAnswer, subscriberAnswer } from './answers.ts';
import { networkSentences } from './network-sentences.ts';

export type SimulatorAddress = Pick<OtherSystem, 'url' | 'timeoutMs'> & { readonly log?: Pick<Log, 'info'> };

type Change = Pick<Question<unknown>, 'method' | 'path' | 'body'>;

/**
 * The network behind the simulator's HTTP interface. Each call waits at most `timeoutMs` for its answer. It need not know keys: where
 * it refuses a change, reading tells whether an earlier call of ours made it already. Its own words go to `log`, masked.
 */
export function simulatorNetwork({ log, ...address }: SimulatorAddress): Network {
  const name = 'the network';
  const { refusal } = partnerWords(name, log, networkSentences);
  const system = { ...address, code: 'network', name, refusal };
  const change = async ({ key, undoes, lease, signal }: NetworkCall, what: Change): Promise<void> => {
    const held = lease && { 'Order-Epoch': String(lease.epoch), 'Lease-Left-Ms': String(lease.leftMs) };
    const headers = { 'Idempotency-Key': key, ...(undoes === undefined ? {} : { Undoes: undoes.join(', ') }), ...held };
    await askOverHttp(system, { ...what, headers, signal, answer: effectAnswer });
  };
  const find = (imsi: string, signal?: AbortSignal): Promise<NetworkSubscriber | undefined> =>
    askOverHttp(system, { method: 'GET', path: pathOf(imsi), signal, answer: subscriberAnswer }).catch(undefinedWhenUnknown);

  /** The subscriber that a refused change asked for. Raises the refusal where it is not there: somebody else is, or nobody. */
  async function alreadyThere(refusal: unknown, code: string, { imsi, msisdn, signal }: Wanted): Promise<NetworkSubscriber> {
    if (!(refusal instanceof Refusal) || refusal.code !== code || msisdn === undefined) throw refusal;
    const found = await find(imsi, signal);
    if (found?.msisdn !== msisdn) throw refusal;
    return found;
  }

  return {
    async createSubscriber(call, { imsi, msisdn, serviceState }) {
      try {
        await change(call, { method: 'POST', path: '/subscribers', body: { imsi, msisdn, serviceState } });
      } catch (refusal) {
        const found = await alreadyThere(refusal, 'imsi-exists', { imsi, msisdn, signal: call.signal });
        if (found.serviceState !== serviceState)
          await change(also(call), { method: 'PUT', path: `${pathOf(imsi)}/service-state`, body: { serviceState, msisdns: [msisdn] } });
      }
    },
    setServiceState: (call, { imsi, msisdns }, serviceState) =>
      change(call, { method: 'PUT', path: `${pathOf(imsi)}/service-state`, body: { serviceState, msisdns } }),
    changeMsisdn: (call, { imsi, msisdns }, msisdn) => change(call, { method: 'PUT', path: `${pathOf(imsi)}/msisdn`, body: { msisdn, msisdns } }),
    async changeImsi(call, imsi, newImsi, { msisdn } = {}) {
      try {
        await change(call, { method: 'PUT', path: `${pathOf(imsi)}/imsi`, body: { imsi: newImsi, msisdn } });
      } catch (refusal) {
        await alreadyThere(refusal, 'unknown-subscriber', { imsi: newImsi, msisdn, signal: call.signal });
      }
    },
    deleteSubscriber: (call, { imsi, msisdns }) =>
      change(call, { method: 'DELETE', path: `${pathOf(imsi)}?${new URLSearchParams(msisdns.map((one) => ['msisdn', one] as [string, string]))}` }),
    findSubscriber: find,
  };
}

interface Wanted {
  readonly imsi: string;
  readonly msisdn: string | undefined;
  readonly signal: AbortSignal | undefined;
}

/** A second change of the same call: a system that knows keys acts once for each. */
const also = (call: NetworkCall): NetworkCall => ({ ...call, key: call.key.replace(/:(execute|undo)$/, ':also:$1') });

function pathOf(imsi: string): string {
  return `/subscribers/${encodeURIComponent(imsi)}`;
}

function undefinedWhenUnknown(error: unknown): undefined {
  if (error instanceof Refusal && error.code === 'unknown-subscriber') return undefined;
  throw error;
}
