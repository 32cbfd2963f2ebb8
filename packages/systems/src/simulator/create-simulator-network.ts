import type { Accepted, Answer } from '@linework/engine/model/step';
import { PermanentError } from '@linework/engine/model/system-errors';
import type { ListedSubscriber, Network, NetworkCall, NetworkSubscriber } from '@linework/lines/model/systems';
import type { Log } from '@linework/log/log';
import { z } from 'zod';
import { createPartnerMessages, type MessagesByCode } from '../partners/create-partner-messages.ts';
import { type HttpRequest, type RemoteSystem, sendHttpRequest } from '../send-http-request.ts';

const serviceState = z.enum(['standby', 'active', 'suspended']);

/** A subscriber in the simulator's response. */
const subscriberResponse = z.object({ imsi: z.string(), msisdn: z.string(), serviceState });

const pageSize = 1_000;
const registerResponse = z.object({ items: z.array(subscriberResponse), next: z.string().optional() });

/** The response to a change that took effect, now or earlier with the same key. */
const effectResponse = z.object({ seq: z.int().positive(), key: z.string() });

const hourMs = 3_600_000;
const weekMs = 7 * 24 * hourMs;

/** The response to a change that the network makes later. */
const acceptedResponse = z.object({
  operation: z.string().regex(/^[\w.:-]{1,200}$/),
  pollInMs: z.int().min(0).max(hourMs),
  deadlineMs: z.int().min(0).max(weekMs),
});

/** The response to a change: it took effect, or the network has accepted it. */
const changeResponse = z.union([acceptedResponse, effectResponse]);

/** The meaning of the network's codes. Its own texts may name a subscriber, and are shown to no broker. */
const networkSentences: MessagesByCode = {
  'unknown-subscriber': 'The register has no subscriber with this IMSI.',
  'foreign-subscriber': 'The subscriber with this IMSI has none of the numbers of the line, and was not changed.',
  'imsi-exists': 'The register already has a subscriber with this IMSI.',
  'msisdn-taken': 'The number belongs to another subscriber.',
  'key-reused': 'The idempotency key was used for another request.',
  'unknown-operation': 'The network does not know the call that it has accepted.',
  undone: 'The call was undone before it arrived.',
};

export type SimulatorAddress = Pick<RemoteSystem, 'url' | 'timeoutMs'> & { readonly log?: Pick<Log, 'info'> };

type NetworkChange = Pick<HttpRequest<unknown>, 'method' | 'path' | 'body'>;

/** The requests to the simulator. Each waits at most `timeoutMs` for its response. */
function createRequests({ log, ...address }: SimulatorAddress) {
  const name = 'the network';
  const { error: toPermanentError } = createPartnerMessages(name, log, networkSentences);
  const system = { ...address, code: 'network', name, toPermanentError };
  const change = async ({ key, undoes, lease, signal }: NetworkCall, request: NetworkChange): Answer => {
    const leaseHeaders = lease && { 'Order-Epoch': String(lease.epoch), 'Lease-Left-Ms': String(lease.leftMs) };
    const headers = {
      'Idempotency-Key': key,
      ...(undoes === undefined ? {} : { Undoes: undoes.join(', ') }),
      ...leaseHeaders,
    };
    return toAnswer(await sendHttpRequest(system, { ...request, headers, signal, responseShape: changeResponse }));
  };
  const find = (imsi: string, signal?: AbortSignal): Promise<NetworkSubscriber | undefined> =>
    sendHttpRequest(system, { method: 'GET', path: buildPath(imsi), signal, responseShape: subscriberResponse }).catch(
      undefinedWhenUnknown,
    );

  const findOfNumber = (msisdn: string, signal?: AbortSignal): Promise<NetworkSubscriber | undefined> =>
    sendHttpRequest(system, {
      method: 'GET',
      path: `/numbers/${encodeURIComponent(msisdn)}`,
      signal,
      responseShape: subscriberResponse,
    }).catch(undefinedWhenUnknown);

  /** The subscriber that a rejected change requested. Raises the rejection when it does not exist or is foreign. */
  async function findExisting(
    error: unknown,
    code: string,
    { imsi, msisdn, signal }: ExpectedSubscriber,
  ): Promise<NetworkSubscriber> {
    if (!(error instanceof PermanentError) || error.code !== code || msisdn === undefined) throw error;
    const found = await find(imsi, signal);
    if (found?.msisdn !== msisdn) throw error;
    return found;
  }

  async function* list(signal?: AbortSignal): AsyncGenerator<readonly ListedSubscriber[]> {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const path: string = `/register?${new URLSearchParams({ after, limit: String(pageSize) })}`;
      const page: z.infer<typeof registerResponse> = await sendHttpRequest(system, {
        method: 'GET',
        path,
        signal,
        responseShape: registerResponse,
      });
      yield page.items;
      after = page.next;
    }
  }

  const poll = async (reference: string, signal?: AbortSignal): Answer =>
    toAnswer(
      await sendHttpRequest(system, {
        method: 'GET',
        path: `/operations/${encodeURIComponent(reference)}`,
        signal,
        responseShape: changeResponse,
      }),
    );

  return { change, find, findOfNumber, findExisting, list, poll };
}

/**
 * The network over the simulator's HTTP API. The network need not know keys: when it rejects a change, a read shows
 * whether an earlier call of Linework already made it. Its own texts go to `log`, masked.
 */
export function createSimulatorNetwork(address: SimulatorAddress): Network {
  const { change, find, findOfNumber, findExisting, list, poll } = createRequests(address);
  return {
    async inspectSubscriber({ imsi, msisdns }, signal) {
      const current = await find(imsi, signal);
      if (!current || !msisdns.includes(current.msisdn)) return undefined;
      return { isInService: current.serviceState === 'active', serviceStates: [current.serviceState] };
    },
    async createSubscriber(call, { imsi, msisdn, serviceState }, found) {
      if (found) return change(call, setState(imsi, serviceState, [msisdn]));
      try {
        return await change(call, { method: 'POST', path: '/subscribers', body: { imsi, msisdn, serviceState } });
      } catch (error) {
        // Nobody has called before, so somebody else has just created it.
        if (!call.isRepeat) throw error;
        const current = await findExisting(error, 'imsi-exists', { imsi, msisdn, signal: call.signal });
        if (current.serviceState === serviceState) return undefined;
        return change(createFollowUpCall(call), setState(imsi, serviceState, [msisdn]));
      }
    },
    async restoreSubscriber(call, { imsi, msisdns }, { serviceStates: [serviceState] }) {
      try {
        return await change(call, setState(imsi, serviceState, msisdns));
      } catch (error) {
        if (error instanceof PermanentError && ['unknown-subscriber', 'foreign-subscriber'].includes(error.code))
          return undefined;
        throw error;
      }
    },
    setServiceState: (call, { imsi, msisdns }, serviceState) => change(call, setState(imsi, serviceState, msisdns)),
    changeMsisdn: (call, { imsi, msisdns }, msisdn) =>
      change(call, { method: 'PUT', path: `${buildPath(imsi)}/msisdn`, body: { msisdn, msisdns } }),
    async changeImsi(call, imsi, newImsi, { msisdn } = {}) {
      try {
        return await change(call, { method: 'PUT', path: `${buildPath(imsi)}/imsi`, body: { imsi: newImsi, msisdn } });
      } catch (error) {
        await findExisting(error, 'unknown-subscriber', { imsi: newImsi, msisdn, signal: call.signal });
        return undefined;
      }
    },
    deleteSubscriber: (call, { imsi, msisdns }) =>
      change(call, {
        method: 'DELETE',
        path: `${buildPath(imsi)}?${new URLSearchParams(msisdns.map((one) => ['msisdn', one] as [string, string]))}`,
      }),
    poll,
    findSubscriber: find,
    findSubscriberOfNumber: findOfNumber,
    listSubscribers: list,
  };
}

const setState = (imsi: string, state: string | undefined, msisdns: readonly string[]): NetworkChange => ({
  method: 'PUT',
  path: `${buildPath(imsi)}/service-state`,
  body: { serviceState: state, msisdns },
});

const toAnswer = (response: z.infer<typeof changeResponse>): Accepted | undefined =>
  'operation' in response
    ? { accepted: response.operation, pollInMs: response.pollInMs, deadlineMs: response.deadlineMs }
    : undefined;

interface ExpectedSubscriber {
  readonly imsi: string;
  readonly msisdn: string | undefined;
  readonly signal: AbortSignal | undefined;
}

/** A second change of the same call: a system that knows keys executes once per key. */
const createFollowUpCall = (call: NetworkCall): NetworkCall => ({
  ...call,
  key: call.key.replace(/:(execute|undo)$/, ':also:$1'),
});

function buildPath(imsi: string): string {
  return `/subscribers/${encodeURIComponent(imsi)}`;
}

function undefinedWhenUnknown(error: unknown): undefined {
  if (error instanceof PermanentError && error.code === 'unknown-subscriber') return undefined;
  throw error;
}
