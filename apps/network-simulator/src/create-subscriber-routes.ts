import type { FaultRule } from '@linework/simulator/fault-rule';
import { parseRequest, readCallKeys } from '@linework/simulator/read-request';
import { RejectedCall } from '@linework/simulator/rejected-call';
import { withFault } from '@linework/simulator/with-fault';
import express, { type Request, type Response, Router } from 'express';
import { z } from 'zod';
import type { Change } from './change.ts';
import { respondAccepted, respondWithEffect } from './create-operation-routes.ts';
import type { Operation } from './create-operations.ts';
import type { FaultTarget, Match } from './fault-match.ts';
import { handleCallWithoutKey } from './handle-call-without-key.ts';
import { type CallResult, handleIdempotentCall } from './handle-idempotent-call.ts';
import type { Simulator } from './open-simulator.ts';
import type { State } from './open-state.ts';
import { imsi, msisdn, serviceState, subscriber } from './subscriber.ts';

const path = z.object({ imsi });
const readImsi = (request: Request) => parseRequest(path, request.params).imsi;
const bodies = {
  serviceState: z.strictObject({ serviceState, msisdns: z.array(msisdn).optional() }),
  msisdn: z.strictObject({ msisdn, msisdns: z.array(msisdn).optional() }),
  imsi: z.strictObject({ imsi, msisdn: msisdn.optional() }),
};
const numberPath = z.object({ msisdn });
const deleteQuery = z.strictObject({ msisdn: z.union([msisdn, z.array(msisdn)]).optional() });

/** The API of the network: each change with an idempotency key, and the reading of one subscriber. */
export function createSubscriberRoutes(simulator: Simulator): Router {
  const createChangeHandler = (readChange: (request: Request) => Change) => (request: Request, response: Response) =>
    respondToChange(simulator, readChange(request), request, response);

  return Router()
    .use(express.json())
    .post(
      '/',
      createChangeHandler((request) => ({ operation: 'create', ...parseRequest(subscriber, request.body) })),
    )
    .get('/:imsi', (request, response) => respondWithSubscriber(simulator, readImsi(request), response))
    .delete(
      '/:imsi',
      createChangeHandler((request) => ({ operation: 'delete', imsi: readImsi(request), ...readNumbers(request) })),
    )
    .put(
      '/:imsi/service-state',
      createChangeHandler((request) => ({
        operation: 'set-service-state',
        imsi: readImsi(request),
        ...parseRequest(bodies.serviceState, request.body),
      })),
    )
    .put(
      '/:imsi/msisdn',
      createChangeHandler((request) => ({
        operation: 'change-msisdn',
        imsi: readImsi(request),
        ...parseRequest(bodies.msisdn, request.body),
      })),
    )
    .put(
      '/:imsi/imsi',
      createChangeHandler((request) => {
        const { imsi: newImsi, ...details } = parseRequest(bodies.imsi, request.body);
        return { operation: 'change-imsi', imsi: readImsi(request), newImsi, ...details };
      }),
    );
}

/** The reading of the subscriber that has a number. */
export function createNumberRoutes(simulator: Simulator): Router {
  return Router().get('/:msisdn', (request, response) => {
    const owner = simulator.state.subscribers.findOwner(parseRequest(numberPath, request.params).msisdn);
    return respondWithSubscriber(simulator, owner ?? '', response);
  });
}

const pageQuery = z.strictObject({
  after: z.string().default(''),
  limit: z.coerce.number().int().min(1).max(5_000).default(1_000),
});

/** All subscribers in pages, by their IMSIs. */
export function createRegisterRoutes({ state }: Simulator): Router {
  return Router().get('/', (request, response) => {
    const { after, limit } = parseRequest(pageQuery, request.query);
    const behind = state.subscribers
      .all()
      .filter(({ imsi: one }) => one > after)
      .toArray();
    const items = behind.sort((one, other) => (one.imsi < other.imsi ? -1 : 1)).slice(0, limit);
    response.json({ items, ...(behind.length > limit && { next: items.at(-1)?.imsi }) });
  });
}

/** The numbers whose subscriber may be deleted; any subscriber if none is sent. */
function readNumbers(request: Request): { readonly msisdns?: string[] } {
  const { msisdn: numbers } = parseRequest(deleteQuery, request.query);
  return numbers === undefined ? {} : { msisdns: [numbers].flat() };
}

async function respondToChange(
  simulator: Simulator,
  change: Change,
  request: Request,
  response: Response,
): Promise<void> {
  const keys = readCallKeys(request);
  const log = simulator.log.child({ key: keys.key, operation: change.operation });
  simulator.counts.add(keys.key);
  simulator.lateCalls.record(keys.key, request);
  const fault = simulator.faults.trigger(buildFaultTarget(simulator.state, change, keys.key));
  if (fault) log.info({ fault: fault.rule.fault, faultId: fault.id }, 'fault struck');
  const action = () => {
    const result = (simulator.keys === 'known' ? handleIdempotentCall : handleCallWithoutKey)(
      { ...keys, change },
      simulator.state,
      simulator.now,
    );
    log.info({ seq: result.effect.seq, replayed: result.replayed }, 'call took effect');
    return result;
  };
  const operation = acceptCall(simulator, fault?.rule, { key: keys.key, imsi: change.imsi, execute: action });
  if (operation) respondAccepted(response, operation);
  else respondWithEffect(response, await withFault(fault, action));
}

/**
 * The operation of a call that is executed later; undefined if it is executed now. A network that knows keys has one
 * operation for each key.
 */
function acceptCall(
  { keys, operations, state }: Simulator,
  rule: FaultRule<Match> | undefined,
  call: { readonly key: string; readonly imsi: string; readonly execute: () => CallResult },
): Operation | undefined {
  const open = keys === 'known' ? operations.findOpen(call.key) : undefined;
  if (open) return open;
  if (rule?.fault !== 'later' || (keys === 'known' && state.requestLog.findEffect(call.key))) return undefined;
  return operations.accept({ ...call, ms: rule.ms, deadlineMs: rule.deadlineMs });
}

async function respondWithSubscriber({ state, faults }: Simulator, imsi: string, response: Response): Promise<void> {
  const fault = faults.trigger({ operation: 'find', imsi, msisdns: listNumbers(state, imsi) });
  const found = await withFault(fault, () => state.subscribers.find(imsi));
  if (!found) throw new RejectedCall(404, 'unknown-subscriber', 'The register has no subscriber with this IMSI.');
  response.json(found);
}

function buildFaultTarget(state: State, change: Change, key: string): FaultTarget {
  const newNumbers = 'msisdn' in change && change.msisdn !== undefined ? [change.msisdn] : [];
  return {
    operation: change.operation,
    imsi: change.imsi,
    msisdns: [...listNumbers(state, change.imsi), ...newNumbers],
    key,
  };
}

function listNumbers({ subscribers }: State, imsi: string): string[] {
  const found = subscribers.find(imsi);
  return found ? [found.msisdn] : [];
}
