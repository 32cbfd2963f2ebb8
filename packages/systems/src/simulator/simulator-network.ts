import { Refusal } from '@linework/domain/faults';
import type { Network, NetworkCall } from '@linework/domain/systems';
import { askOverHttp, type OtherSystem, type Question } from '../ask-over-http.ts';
import { effectAnswer, subscriberAnswer } from './answers.ts';

type Change = Pick<Question<unknown>, 'method' | 'path' | 'body'>;

/** The network behind the simulator's HTTP interface. Each call waits at most `timeoutMs` for its answer. */
export function simulatorNetwork(address: Pick<OtherSystem, 'url' | 'timeoutMs'>): Network {
  const system = { ...address, code: 'network', name: 'the network' };
  const change = async ({ key, undoes, signal }: NetworkCall, what: Change): Promise<void> => {
    const headers = { 'Idempotency-Key': key, ...(undoes === undefined ? {} : { Undoes: undoes }) };
    await askOverHttp(system, { ...what, headers, signal, answer: effectAnswer });
  };
  return {
    createSubscriber: (call, { imsi, msisdn, serviceState }) => change(call, { method: 'POST', path: '/subscribers', body: { imsi, msisdn, serviceState } }),
    setServiceState: (call, imsi, serviceState) => change(call, { method: 'PUT', path: `${pathOf(imsi)}/service-state`, body: { serviceState } }),
    changeMsisdn: (call, imsi, msisdn) => change(call, { method: 'PUT', path: `${pathOf(imsi)}/msisdn`, body: { msisdn } }),
    changeImsi: (call, imsi, newImsi) => change(call, { method: 'PUT', path: `${pathOf(imsi)}/imsi`, body: { imsi: newImsi } }),
    deleteSubscriber: (call, imsi) => change(call, { method: 'DELETE', path: pathOf(imsi) }),
    findSubscriber: (imsi, signal) => askOverHttp(system, { method: 'GET', path: pathOf(imsi), signal, answer: subscriberAnswer }).catch(undefinedWhenUnknown),
  };
}

function pathOf(imsi: string): string {
  return `/subscribers/${encodeURIComponent(imsi)}`;
}

function undefinedWhenUnknown(error: unknown): undefined {
  if (error instanceof Refusal && error.code === 'unknown-subscriber') return undefined;
  throw error;
}
