import { read, readCallKeys } from '@linework/simulator/read-request';
import { RefusedCall } from '@linework/simulator/refused-call';
import { underFault } from '@linework/simulator/under-fault';
import express, { type Request, type Response, Router } from 'express';
import { z } from 'zod';
import { handleWithoutKeys } from './calls-without-keys.ts';
import type { Change } from './change.ts';
import type { StrikableCall } from './fault.ts';
import { handleCall } from './idempotent-calls.ts';
import type { Simulator } from './simulator.ts';
import type { State } from './state.ts';
import { imsi, msisdn, serviceState, subscriber } from './subscriber.ts';

const path = z.object({ imsi });
const imsiOf = (request: Request) => read(path, request.params).imsi;
const bodies = {
  serviceState: z.strictObject({ serviceState, msisdns: z.array(msisdn).optional() }),
  msisdn: z.strictObject({ msisdn, msisdns: z.array(msisdn).optional() }),
  imsi: z.strictObject({ imsi, msisdn: msisdn.optional() }),
};
const deleteQuery = z.strictObject({ msisdn: z.union([msisdn, z.array(msisdn)]).optional() });

/** What the network offers to its callers: each change under an idempotency key, and the reading of one subscriber. */
export function subscriberRoutes(simulator: Simulator): Router {
  const changing = (changeOf: (request: Request) => Change) => (request: Request, response: Response) =>
    answerChange(simulator, changeOf(request), request, response);

  return Router()
    .use(express.json())
    .post(
      '/',
      changing((request) => ({ operation: 'create', ...read(subscriber, request.body) })),
    )
    .get('/:imsi', (request, response) => answerSubscriber(simulator, imsiOf(request), response))
    .delete(
      '/:imsi',
      changing((request) => ({ operation: 'delete', imsi: imsiOf(request), ...numbersNamed(request) })),
    )
    .put(
      '/:imsi/service-state',
      changing((request) => ({ operation: 'set-service-state', imsi: imsiOf(request), ...read(bodies.serviceState, request.body) })),
    )
    .put(
      '/:imsi/msisdn',
      changing((request) => ({ operation: 'change-msisdn', imsi: imsiOf(request), ...read(bodies.msisdn, request.body) })),
    )
    .put(
      '/:imsi/imsi',
      changing((request) => {
        const { imsi: newImsi, ...own } = read(bodies.imsi, request.body);
        return { operation: 'change-imsi', imsi: imsiOf(request), newImsi, ...own };
      }),
    );
}

/** Those whose subscriber may be deleted; any where none is named. */
function numbersNamed(request: Request): { readonly msisdns?: string[] } {
  const { msisdn: named } = read(deleteQuery, request.query);
  return named === undefined ? {} : { msisdns: [named].flat() };
}

async function answerChange(simulator: Simulator, change: Change, request: Request, response: Response): Promise<void> {
  const keys = readCallKeys(request);
  const log = simulator.log.child({ key: keys.key, operation: change.operation });
  simulator.counts.add(keys.key);
  simulator.lateCalls.note(keys.key, request);
  const fault = simulator.faults.strike(strikable(simulator.state, change, keys.key));
  if (fault) log.info({ fault: fault.order.fault, faultId: fault.id }, 'fault struck');
  const act = () => (simulator.keys === 'known' ? handleCall : handleWithoutKeys)({ ...keys, change }, simulator.state, simulator.now);
  const { effect, replayed } = await underFault(fault, act);
  log.info({ seq: effect.seq, replayed }, 'call took effect');
  if (replayed) response.setHeader('Idempotency-Replayed', 'true');
  response.json(effect);
}

async function answerSubscriber({ state, faults }: Simulator, imsi: string, response: Response): Promise<void> {
  const fault = faults.strike({ operation: 'find', imsi, msisdns: numbersOf(state, imsi) });
  const found = await underFault(fault, () => state.subscribers.find(imsi));
  if (!found) throw new RefusedCall(404, 'unknown-subscriber', 'The register has no subscriber with this IMSI.');
  response.json(found);
}

function strikable(state: State, change: Change, key: string): StrikableCall {
  const wanted = 'msisdn' in change && change.msisdn !== undefined ? [change.msisdn] : [];
  return { operation: change.operation, imsi: change.imsi, msisdns: [...numbersOf(state, change.imsi), ...wanted], key };
}

function numbersOf({ subscribers }: State, imsi: string): string[] {
  const found = subscribers.find(imsi);
  return found ? [found.msisdn] : [];
}
