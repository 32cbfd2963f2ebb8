import {
  defineOrderType,
  type OrderType,
  type OrderTypeDeclaration,
  type ResourceChange,
} from '@linework/engine/model/order-type';
import type { ResourceType } from '@linework/engine/model/resource-type';
import type { StepContext } from '@linework/engine/model/step-context';
import { lineStatusEvents } from '@linework/schemas/events';
import { type LineRequest, type LineStatus, lineLifecycle } from '@linework/schemas/lifecycles/line.lifecycle';
import { z } from 'zod';
import type { Systems } from '../model/systems.ts';
import { lineNotFound } from '../records/find-line.ts';
import { closeDrifts } from '../store/close-drifts.ts';
import { lineResources, networkPresence, subscriberInDrift } from '../store/load-line-facts.ts';
import { moveClaims } from '../store/move-claims.ts';
import { moveLineResources } from '../store/move-line-resources.ts';
import { moveToHolder } from '../store/move-to-holder.ts';

/** A line, as the engine sees it. @internal */
export const lineResource: ResourceType = {
  name: 'line',
  table: 'line',
  factColumns: ['msisdn', 'iccid', 'imsi'],
  lifecycle: {
    getSources: (request) => lineLifecycle.getSources(request as LineRequest),
    getRequests: (from) => lineLifecycle.getRequests(from as LineStatus),
  },
  statusEvents: lineStatusEvents,
  statusAssignments: `activated_at = CASE
        WHEN w."to" = 'ACTIVE' THEN coalesce(r.activated_at, now())
        ELSE r.activated_at END,
      terminated_at = CASE WHEN w."to" = 'TERMINATED' THEN now() END`,
  externalCodeColumn: 'external_code',
  shown: {
    columns: `m.broker_id AS "brokerId", m.msisdn, m.iccid, m.subscription_id AS "subscriptionId",
    m.external_code AS "externalCode", m.metadata, m.activated_at AS "activatedAt",
    m.terminated_at AS "terminatedAt", m.created_at AS "createdAt", m.updated_at AS "updatedAt",
    json_build_object('id', h.id, 'name', h.name, 'federalTaxId', h.federal_tax_id) AS holder`,
    joins: 'JOIN holder h ON h.id = m.holder_id',
  },
  effects: [moveLineResources.type, moveClaims.type, closeDrifts.type, moveToHolder.type],
  notFound: lineNotFound,
};

/** How an order type changes the status of its line. */
export type LineChange = ResourceChange<LineStatus, LineRequest>;

/** An order type on lines. */
export type LineOrderType = OrderType<Systems>;

interface LineOrderDeclaration
  extends Omit<OrderTypeDeclaration<Systems>, 'resource' | 'change' | 'whenUndone' | 'whenClosed'> {
  readonly line: LineChange;
  /**
   * The order claims resources when it is placed. It keeps them until a step consumes them or the order ends without
   * success.
   */
  readonly claimsResources?: true;
  /** The order removes its line from the network, so its steps need the network presence of the line. */
  readonly removesFromNetwork?: true;
  /** The order repairs drifts, so its steps need what the register had and the resources of the line. */
  readonly readsDrift?: true;
}

export function defineLineOrder({
  line,
  claimsResources,
  removesFromNetwork,
  readsDrift,
  ...declaration
}: LineOrderDeclaration): LineOrderType {
  const facts = [
    ...(declaration.facts ?? []),
    ...(claimsResources || readsDrift ? [lineResources] : []),
    ...(removesFromNetwork ? [networkPresence] : []),
    ...(readsDrift ? [subscriberInDrift] : []),
  ];
  return defineOrderType<Systems>({
    ...declaration,
    resource: lineResource,
    change: line,
    facts,
    ...(claimsResources && describeClaims(line)),
  });
}

/** What becomes of the claims of an order that ends without success. */
function describeClaims({ request }: LineChange): Pick<OrderType, 'whenUndone' | 'whenClosed'> {
  const isCreation = request === 'create';
  const lineId = ({ resource }: StepContext) => resource.id;
  return {
    whenUndone: (context) => [
      moveClaims.effect({ lineId: lineId(context), move: 'return' }),
      // If the line is not created, a number that was recalled for it stays with its holder.
      ...(isCreation ? [moveLineResources.effect({ lineId: lineId(context), move: 'detach' })] : []),
    ],
    // The network may still use the claims on the line. Those of a new line belong to it, and deleting the line
    // releases them.
    whenClosed: (context) => (isCreation ? [] : [moveClaims.effect({ lineId: lineId(context), move: 'suspend' })]),
  };
}

/** The input of an order type that needs only its line. */
export const noInput = z.strictObject({});
