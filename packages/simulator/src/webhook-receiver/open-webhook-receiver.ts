import express, { type Express, type Request, type Response } from 'express';
import { Webhook } from 'standardwebhooks';
import { answerWith, type ReceiverFault, receiverFault } from './receiver-fault.ts';

/** A call as the receiver saw it. */
interface ReceivedCall {
  readonly at: string;
  readonly path: string;
  readonly webhookId: string | undefined;
  readonly timestamp: string | undefined;
  readonly signature: string | undefined;
  /** Whether a signature with one of the secrets is valid. */
  readonly isVerified: boolean;
  readonly isAccepted: boolean;
  readonly body: string;
}

export interface WebhookReceiver {
  readonly app: Express;
  /** The last calls, oldest first. */
  readonly calls: readonly ReceivedCall[];
  setSecrets(secrets: readonly string[]): void;
  /** Applies from the next call on. Without a fault the receiver accepts. */
  setFault(fault: Partial<ReceiverFault> & Pick<ReceiverFault, 'kind'>): void;
  clearFaults(): void;
  close(): void;
}

export interface WebhookReceiverOptions {
  readonly secrets?: readonly string[];
  /** The calls that are kept. */
  readonly kept?: number;
}

const bodyLimit = '1mb';
const defaultKept = 1_000;

/**
 * Opens a receiver of webhooks, as an integrator would write one: it verifies each delivery with the library
 * `standardwebhooks` and answers 204. It shows what it got, and misbehaves when told to.
 */
export function openWebhookReceiver({
  secrets: firstSecrets = [],
  kept = defaultKept,
}: WebhookReceiverOptions = {}): WebhookReceiver {
  const calls: ReceivedCall[] = [];
  let faults: ReceiverFault[] = [];
  let secrets = firstSecrets;
  const setFault = (fault: unknown) => void faults.push(receiverFault.parse(fault));
  const setSecrets = (given: readonly string[]) => {
    secrets = given;
  };
  const clearFaults = () => {
    faults = [];
  };

  function strikingFault(path: string): ReceiverFault | undefined {
    const fault = faults.find((one) => one.path === undefined || one.path === path);
    if (fault?.times === undefined) return fault;
    const left = fault.times - 1;
    faults = faults.flatMap((one) => (one !== fault ? [one] : left === 0 ? [] : [{ ...one, times: left }]));
    return fault;
  }

  function receive(request: Request, response: Response): void {
    const body = Buffer.isBuffer(request.body) ? request.body.toString() : '';
    const fault = strikingFault(request.path);
    calls.push({ ...readCall(request, body, secrets), isAccepted: fault === undefined || isAcceptance(fault) });
    if (calls.length > kept) calls.shift();
    if (fault) answerWith(fault, response, request);
    else response.status(204).end();
  }

  const app = express();
  app.get('/health/live', (_request, response) => void response.json({ status: 'ok' }));
  app.get(
    '/',
    (_request, response) =>
      void response.type('text/plain').send(calls.map((call) => `${JSON.stringify(call)}\n`).join('')),
  );
  app.post(
    '/receiver/faults',
    express.json(),
    (request, response) => void response.status(204).end(setFault(request.body)),
  );
  app.delete('/receiver/faults', (_request, response) => void response.status(204).end(clearFaults()));
  app.put(
    '/receiver/secrets',
    express.json({ strict: false }),
    (request, response) => void response.status(204).end(setSecrets(request.body)),
  );
  app.post('/{*path}', express.raw({ type: () => true, limit: bodyLimit }), receive);
  return { app, calls, setSecrets, setFault, clearFaults, close: () => {} };
}

/** A status of 2xx is all that counts, whatever follows. */
const isAcceptance = ({ kind, status }: ReceiverFault): boolean =>
  kind === 'huge' || kind === 'slow-body' || (kind === 'status' && status < 300);

function readCall(request: Request, body: string, secrets: readonly string[]): Omit<ReceivedCall, 'isAccepted'> {
  const header = (name: string) => request.get(name);
  return {
    at: new Date().toISOString(),
    path: request.path,
    webhookId: header('webhook-id'),
    timestamp: header('webhook-timestamp'),
    signature: header('webhook-signature'),
    isVerified: secrets.some((secret) => verifies(secret, body, request.headers as Record<string, string>)),
    body,
  };
}

function verifies(secret: string, body: string, headers: Record<string, string>): boolean {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}
