import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { MoveInKind } from '@linework/schemas/move-ins/move-in';
import type { KeyWrapper } from '@linework/secrets/key-wrapping';
import type { OpenSecrets, SealedSecret } from '@linework/secrets/open-sealed';
import { sealBatch } from '@linework/secrets/seal-batch';

/** The secrets of a row of an export, sealed for the receiver. */
export interface ExportedSecret {
  readonly kind: Extract<MoveInKind, 'sims' | 'paymentMethods'>;
  readonly legacyId: string;
  readonly dataKeyId: string;
  readonly keyId: string;
  /** In Base64, as `sealed` is. */
  readonly wrapped: string;
  readonly sealed: string;
}

/** What is sealed for one row cannot be opened for another. */
const contextOf = ({ kind, legacyId }: Pick<ExportedSecret, 'kind' | 'legacyId'>) => `export ${kind} ${legacyId}`;

const simsStatement = statement(
  'read-sim-secrets-to-export',
  { brokerId: 'uuid', after: 'uuid', limit: 'int' },
  `SELECT x.resource_id AS "resourceId", r.external_code AS "legacyId", d.id AS "dataKeyId", d.key_id AS "keyId",
    encode(d.wrapped, 'base64') AS wrapped, encode(x.ciphertext, 'base64') AS ciphertext
  FROM resource r
  JOIN resource_secret x ON x.resource_id = r.id
  JOIN secret_data_key d ON d.id = x.data_key_id
  WHERE r.broker_id = :brokerId AND r.id > :after AND r.retired_at IS NULL
  ORDER BY r.id
  LIMIT :limit`,
).returns<SealedSecret & { readonly legacyId: string }>();

const tokensStatement = statement(
  'read-payment-tokens-to-export',
  { brokerId: 'uuid', after: 'uuid', limit: 'int' },
  `SELECT id, token
  FROM payment_method
  WHERE broker_id = :brokerId AND id > :after AND status = 'ACTIVE'
  ORDER BY id
  LIMIT :limit`,
);

const rowsAtOnce = 500;
const nilUuid = '00000000-0000-0000-0000-000000000000';

interface Keys {
  /** Opens what is stored here. Only a program with the private keys of this installation has it. */
  readonly openSealed: OpenSecrets;
  /** Seals for the receiver. */
  readonly wrapper: KeyWrapper;
}

interface Plain extends Pick<ExportedSecret, 'kind' | 'legacyId'> {
  readonly values: Readonly<Record<string, string>>;
}

/** The secrets of SIMs and the tokens of payment methods of a broker, sealed for the receiver, batch by batch. */
export async function* exportSecrets(
  db: Pick<Db, 'query'>,
  brokerId: string,
  { openSealed, wrapper }: Keys,
): AsyncGenerator<readonly ExportedSecret[], void, void> {
  for (let after = nilUuid; ; ) {
    const page = await db.query(simsStatement, { brokerId, after, limit: rowsAtOnce });
    if (page.length === 0) break;
    after = page.at(-1)?.resourceId ?? after;
    const plain: Plain[] = [];
    for (const sealed of page)
      plain.push({ kind: 'sims', legacyId: sealed.legacyId, values: toColumns(await openSealed(sealed)) });
    yield await seal(wrapper, plain);
  }
  for (let after = nilUuid; ; ) {
    const page = await db.query(tokensStatement, { brokerId, after, limit: rowsAtOnce });
    if (page.length === 0) break;
    after = page.at(-1)?.id ?? after;
    yield await seal(
      wrapper,
      page.map(({ id, token }) => ({ kind: 'paymentMethods', legacyId: id, values: { token } })),
    );
  }
}

/** The columns of a file of SIMs: K and OPc have columns of their own. */
function toColumns({ k, ki = k, opc, ...more }: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return {
    ...(ki !== undefined && { ki }),
    ...(opc !== undefined && { opc }),
    ...(Object.keys(more).length > 0 && { secrets: JSON.stringify(more) }),
  };
}

async function seal(wrapper: KeyWrapper, plain: readonly Plain[]): Promise<readonly ExportedSecret[]> {
  const batch = await sealBatch(
    wrapper,
    plain.map((each) => ({ resourceId: contextOf(each), secrets: JSON.stringify(each.values) })),
  );
  if (!batch) return [];
  const { dataKeyId, keyId, wrapped, ciphertextByResource } = batch;
  return plain.map((each) => ({
    kind: each.kind,
    legacyId: each.legacyId,
    dataKeyId,
    keyId,
    wrapped: wrapped.toString('base64'),
    sealed: (ciphertextByResource.get(contextOf(each)) as Buffer).toString('base64'),
  }));
}

/** The values of the columns, for a program that has the private key of the receiver. */
export const openExported = (open: OpenSecrets, secret: ExportedSecret): Promise<Readonly<Record<string, string>>> =>
  open({ ...secret, resourceId: contextOf(secret), ciphertext: secret.sealed });
