import type { ClientResponse } from '@linework/testing/processes/linework-client';
import { waitUntil } from '@linework/testing/processes/wait-until';
import type { Responses } from './keep-responses.ts';
import type { WatchedSystem } from './start-watched-system.ts';

const federalTaxId = '52998224725';
const otherTaxId = '11144477735';
const cardNumber = '4111111111111111';
const formattedCardNumber = '5500 0000 0000 0004';
const token = (begin: string) => `${begin}_Zq7pL0vX2hR9`;
const tokens = ['tok_ok', 'tok_refused', 'tok_pending', 'tok_declined'].map(token);
export const paymentSecrets = [
  federalTaxId,
  otherTaxId,
  cardNumber,
  '4111 1111',
  formattedCardNumber,
  '0000 0004',
  'Zq7pL0vX2hR9',
];

/** A trigger that rejects changes of a payment method with an error that contains its token. */
const leakyTrigger = `
  CREATE FUNCTION leak_token() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION 'method % cannot move', NEW.id
      USING DETAIL = format('Failing row contains (%s, %s).', NEW.id, NEW.token);
  END $$;
  CREATE TRIGGER leak BEFORE UPDATE ON payment_method FOR EACH ROW EXECUTE FUNCTION leak_token()`;

/**
 * Sends tokens, numbers of cards and tax ids in requests that are refused, and in methods that the provider or the
 * database refuses.
 */
export async function plantPaymentSecrets(system: WatchedSystem, problems: Responses): Promise<void> {
  const customerId = await aCustomer(system);
  await provokeRequestErrors(system, problems, customerId);
  await provokePartnerErrors(system, problems, customerId);
  await provokeDatabaseErrors(system, customerId);
}

const readId = ({ text }: ClientResponse) => (JSON.parse(text) as { readonly id: string }).id;
const ask = ({ client }: WatchedSystem, path: string, body: unknown) => client.send('POST', path, { body });

/** Creates a record, and returns its id. */
async function create(system: WatchedSystem, path: string, body: object): Promise<string> {
  const response = await ask(system, path, body);
  if (response.status !== 201) throw new Error(`The response is ${response.status}: ${response.text}`);
  return readId(response);
}

const aCustomer = (system: WatchedSystem) => create(system, '/holders', { name: 'Ana Souza', federalTaxId });
const aMethod = (system: WatchedSystem, customerId: string, ofToken: string) =>
  create(system, '/payment-methods', { customerId, type: 'CARD', token: ofToken });

async function becomes({ db }: WatchedSystem, id: string, status: string): Promise<void> {
  await waitUntil(
    `the method is ${status}`,
    async () => (await db.prisma.paymentMethod.findUniqueOrThrow({ where: { id } })).status === status,
  );
}

async function provokeRequestErrors(system: WatchedSystem, { keep }: Responses, customerId: string): Promise<void> {
  await keep(ask(system, '/holders', { name: 'Ana Souza', federalTaxId }));
  await keep(ask(system, '/holders', { name: 'Bruno Lima', federalTaxId: `${otherTaxId}9` }));
  for (const number of [cardNumber, formattedCardNumber]) {
    await keep(ask(system, '/payment-methods', { customerId, type: 'CARD', token: number }));
    await keep(
      ask(system, '/payment-methods', {
        customerId,
        type: 'CARD',
        token: 'tok_x',
        metadata: { note: `card ${number}`, [number]: 1 },
      }),
    );
    await keep(ask(system, '/payments/notifications', { paymentId: number }));
  }
  await keep(ask(system, '/payment-methods', { customerId, type: 'CARD', token: token('tok_ok'), tokens }));
  await keep(system.client.send('GET', `/holders?federalTaxIds=${federalTaxId}&card=${cardNumber}`));
}

async function provokePartnerErrors(system: WatchedSystem, { keep }: Responses, customerId: string): Promise<void> {
  const { client: provider } = await system.partners();
  await provider.injectFault({ fault: 'error-after', match: { operation: 'payments.register-method' } });
  await provider.injectFault({ fault: 'drop-after', match: { operation: 'payments.register-method' } });
  const ids = await Promise.all(tokens.map((ofToken) => aMethod(system, customerId, ofToken)));
  const [active = '', , pending = ''] = ids;
  await becomes(system, active, 'ACTIVE');
  await waitUntil(
    'the provider knows the pending method',
    async () => (await provider.requestLog({ id: pending })).length > 0,
  );
  await provider.decideMethod(pending, 'approve');
  await becomes(system, pending, 'ACTIVE');
  await keep(ask(system, '/payment-methods', { customerId, type: 'CARD', token: token('tok_ok') }));
}

async function provokeDatabaseErrors(system: WatchedSystem, customerId: string): Promise<void> {
  await system.db.pool.query(leakyTrigger);
  await aMethod(system, customerId, token('tok_last'));
  await waitUntil('the worker has logged the error', () =>
    system.listLogLines().some((text) => text.includes('method') && text.includes('cannot move')),
  );
  await system.db.pool.query('DROP TRIGGER leak ON payment_method');
}
