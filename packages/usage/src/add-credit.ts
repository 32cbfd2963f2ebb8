import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertEvent } from '@linework/events/insert-event';
import { findLine } from '@linework/lines/records/find-line';
import { lockLines } from '@linework/lines/records/lock-lines';
import { conflict, unprocessableRequest } from '@linework/problem-details/make-problem';
import type { CatalogProduct, UsageType } from '@linework/schemas/catalog/product';
import { eventType } from '@linework/schemas/events';
import type { UsageCredit } from '@linework/schemas/usage/usage-credit';
import { v7 as newId } from 'uuid';
import { findLineAccount, type LineProductReference } from './find-line-account.ts';
import { openAccounts } from './open-accounts.ts';
import { lockAccounts } from './read-accounts.ts';

const credited = eventType('usage.credited');

const addStatement = statement(
  'add-usage-credit',
  {
    id: 'uuid',
    accountId: 'uuid',
    componentId: 'uuid',
    type: 'text',
    amount: 'bigint',
    dueDate: 'timestamptz',
    metadata: 'jsonb',
    brokerId: 'uuid',
    lineId: 'uuid',
    keyId: 'uuid',
    productId: 'uuid',
  },
  `WITH added AS (
    INSERT INTO usage_credit (id, account_id, component_id, type, kind, granted, starts_at, due_at, metadata)
    VALUES (:id, :accountId, :componentId, :type, 'SPOT', :amount, date_trunc('milliseconds', now()), :dueDate,
      :metadata)
    RETURNING *
  ), emitted AS (
    ${insertEvent(credited, {
      broker: ':brokerId',
      id: ':lineId',
      key: ':keyId',
      details:
        "jsonb_build_object('creditId', id, 'productId', :productId, 'componentId', component_id, " +
        "'type', type, 'amount', granted)",
    })}
    FROM added
  )
  SELECT created_at AS "createdAt" FROM added`,
);

export interface NewCredit extends LineProductReference {
  readonly caller: Caller;
  readonly type?: UsageType | undefined;
  readonly componentId?: string | undefined;
  readonly amount: number;
  readonly dueDate: Date;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Adds a credit to a product of a line, for one component: the named one, or the first of a type. Raises not-found like
 * a balance, conflict when the line does not have the product now, and impossible-request when the due date has passed
 * or no component matches.
 */
export async function addCredit(
  db: Db,
  { caller, lineId, productId, amount, dueDate, metadata = {}, ...criteria }: NewCredit,
): Promise<UsageCredit> {
  const { brokerId } = await findLine(db, { caller, lineId });
  return db.transaction(async (tx) => {
    await openAccounts(tx, [lineId]);
    await lockAccounts(tx, [lineId]);
    const account = await findLineAccount(tx, { lineId, productId });
    if (account.cycleFrom === null)
      throw conflict(`The line ${lineId} does not have the product ${productId} now.`, { code: 'product-not-active' });
    if (dueDate <= account.now) throw unprocessableRequest('The due date has passed.', { code: 'already-due' });
    const component = findComponent(account.product, criteria);
    await lockLines(tx, [lineId]);
    const id = newId();
    const values = {
      id,
      accountId: account.id,
      componentId: component.id,
      type: component.type,
      amount,
      dueDate,
      metadata,
      brokerId,
      lineId,
      keyId: caller.keyId,
      productId,
    };
    const [added] = await tx.query(addStatement, values);
    const createdAt = (added?.createdAt ?? account.now).toISOString();
    return {
      id,
      lineId,
      productId,
      componentId: component.id,
      type: component.type,
      amount,
      dueDate: dueDate.toISOString(),
      metadata: { ...metadata },
      createdAt,
    };
  });
}

function findComponent({ components }: CatalogProduct, { type, componentId }: Pick<NewCredit, 'type' | 'componentId'>) {
  for (const component of components) {
    const { type: componentType } = component;
    const isMatch = componentId === undefined ? componentType === type : component.id === componentId;
    if (isMatch && componentType !== 'SERVICE' && !component.unlimited)
      return { id: component.id, type: componentType };
  }
  throw unprocessableRequest('The product has no matching component that accepts credits.', { code: 'no-component' });
}
