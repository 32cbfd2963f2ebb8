import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLog } from '@linework/log/log';
import type { Partners } from '@linework/partners/partners';
import { CallSkipped } from '@linework/systems/breaker/create-system-breaker';
import type { PartnerSystem } from '@linework/systems/partners/create-http-partners';
import { guardPartners } from '@linework/systems/partners/guard-partners';
import { partnerUrls } from '@linework/testing/simulators/start-partner-simulator';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';

type Respond = (request: IncomingMessage, response: ServerResponse) => void;
const dropConnection: Respond = (request) => void request.destroy();
const respondWith =
  (status: number, body: object): Respond =>
  (_request, response) =>
    void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));

let [calls, answer] = [0, dropConnection];
const server = createServer((request, response) => {
  calls += 1;
  answer(request, response);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
beforeEach(() => {
  [calls, answer] = [0, dropConnection];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function createGuardedPartners() {
  const [lines, states]: [string[], string[]] = [[], []];
  const log = createLog({
    name: 'test',
    level: 'info',
    destination: { write: (line) => void lines.push(JSON.parse(line).msg) },
  });
  const observer = {
    callEnded: () => {},
    stateChanged: (system: string, state: string) => void states.push(`${system} ${state}`),
  };
  return { ...guardPartners({ ...partnerUrls(url), PARTNER_TIMEOUT_MS: 60_000 }, { log, observer }), lines, states };
}

const call = { key: 'a key' };
const window = { windowFrom: new Date(), windowUntil: new Date() };
const bilhete = { portInId: 'p', msisdn: '+5511987654321', donor: '55321', federalTaxId: '52998224725', ...window };
const receipt = { accessKey: 'k', signedXml: '<xml/>' };

/** Every call of every port; the first of each is a read. */
const listCalls = ({
  paymentProvider,
  taxAuthority,
  clearingHouse,
}: Partners): Readonly<Record<PartnerSystem, readonly (() => Promise<unknown>)[]>> => ({
  'payment-provider': [
    () => paymentProvider.findPayment('p'),
    () => paymentProvider.findMethod('m'),
    () => paymentProvider.registerMethod(call, { methodId: 'm', type: 'CARD', token: 't' }),
    () => paymentProvider.removeMethod(call, 'm'),
    () => paymentProvider.charge(call, { paymentId: 'p', token: 't', amount: '1.00', currency: 'BRL' }),
    () => paymentProvider.cancelPayment(call, 'p'),
  ],
  'tax-authority': [
    () => taxAuthority.findReceipt('k'),
    () => taxAuthority.authorise(call, receipt),
    () => taxAuthority.registerCancellation(call, receipt),
  ],
  'clearing-house': [
    () => clearingHouse.findBilhete('p'),
    () => clearingHouse.request(call, bilhete),
    () => clearingHouse.correct(call, bilhete),
    () => clearingHouse.cancel(call, 'p'),
    () => clearingHouse.confirm(call, 'p'),
    () => clearingHouse.confirmPortOut(call, { ticket: 't', msisdn: '+5511987654321' }),
  ],
});

const catchError = (made: Promise<unknown>) =>
  made.then(
    () => undefined,
    (error: unknown) => error,
  );

describe.each<PartnerSystem>(['payment-provider', 'tax-authority', 'clearing-house'])('the %s', (system) => {
  it('that does not respond to three consecutive calls is not called for any operation, while the other partners are', async () => {
    const { partners, breakers, lines, states } = createGuardedPartners();
    const ports = listCalls(partners);
    const port = ports[system];
    const others = Object.values(ports).filter((other) => other !== port);
    for (let count = 0; count < 3; count += 1)
      expect(await catchError(port[0]?.() as Promise<unknown>)).toMatchObject({ code: `${system}-unreachable` });
    expect([calls, breakers[system].state()]).toEqual([3, 'open']);
    for (const ask of port) expect(await catchError(ask())).toBeInstanceOf(CallSkipped);
    expect(calls).toBe(3);
    expect(states).toEqual([`${system} open`]);
    expect(lines).toEqual([`the ${system.replace('-', ' ')} does not respond; calls to it are made later`]);
    for (const [ask] of others) await catchError(ask?.() as Promise<unknown>);
    expect(calls).toBe(5);
  });

  it('is still called while it rejects', async () => {
    answer = respondWith(422, { code: 'no', detail: 'No.' });
    const { partners, breakers } = createGuardedPartners();
    for (const ask of listCalls(partners)[system])
      expect(await catchError(ask())).toMatchObject({ name: 'PermanentError' });
    expect(breakers[system].state()).toBe('closed');
  });
});
