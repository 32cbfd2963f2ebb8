interface Accepted {
  readonly reason: string;
  /** The operations by the sentence of docs/generated/interface-changes.md. */
  readonly changes: Readonly<Record<string, readonly string[]>>;
}

/** The breaking changes since 1.0.0 that are intended. Any other fails the check `interface`. */
export const acceptedChanges: readonly Accepted[] = [
  {
    reason: 'A dry run is an operation of its own, `POST /orders/preview`. Only a dry run answered 200 with an order.',
    changes: {
      'The parameter `query dryRun` of the request is gone.': [
        'POST /lines',
        'POST /lines/{id}',
        'DELETE /lines/{id}',
        'POST /lines/{id}/activate',
        'POST /lines/{id}/block',
        'POST /lines/{id}/unblock',
        'POST /lines/{id}/sim-swap',
        'POST /lines/{id}/number-change',
      ],
      'Does not answer 200 any more.': [
        'POST /lines',
        'POST /lines/{id}',
        'DELETE /lines/{id}',
        'POST /lines/{id}/activate',
        'POST /lines/{id}/unblock',
        'POST /lines/{id}/sim-swap',
        'POST /lines/{id}/number-change',
      ],
      'The member `externalCode` of the answer 200 may be absent.': ['POST /lines/{id}/block'],
      'The member `type` of the answer 200 is gone.': ['POST /lines/{id}/block'],
      'The member `resource` of the answer 200 is gone.': ['POST /lines/{id}/block'],
      'The member `correlationId` of the answer 200 is gone.': ['POST /lines/{id}/block'],
      'The member `input` of the answer 200 is gone.': ['POST /lines/{id}/block'],
      'The member `cancellationReason` of the answer 200 is gone.': ['POST /lines/{id}/block'],
      'The member `steps` of the answer 200 is gone.': ['POST /lines/{id}/block'],
      'The member `failure` of the answer 200 is gone.': ['POST /lines/{id}/block'],
    },
  },
  {
    reason: 'A holder is `customerId` everywhere, as in subscriptions and tax receipts (decision 49).',
    changes: {
      'The parameter `query holderId` of the request is gone.': ['GET /lines'],
      'The member `holderId` of the request is gone.': ['POST /lines'],
      'The member `customerId` of the request is new and required.': ['POST /lines'],
      'The member `items[].holderId` of the answer 200 is gone.': ['GET /inventory/resources/{id}/allocations'],
      'The member `filter.holderId` of the request is gone.': ['POST /bulk-operations'],
    },
  },
  {
    reason:
      'A payment method is `paymentMethodId` and its type `paymentMethodType`; the time of a request to cancel is ' +
      '`cancelRequestedAt` (decision 49).',
    changes: {
      'The member `method` of the answer 202 is gone.': ['POST /invoices/{id}/pay', 'POST /payments/{id}/cancel'],
      'The member `cancelAskedAt` of the answer 202 is gone.': [
        'POST /invoices/{id}/pay',
        'POST /payments/{id}/cancel',
      ],
      'The parameter `query method` of the request is gone.': ['GET /payments'],
      'The member `items[].method` of the answer 200 is gone.': ['GET /payments'],
      'The member `items[].cancelAskedAt` of the answer 200 is gone.': ['GET /payments'],
      'The member `method` of the answer 200 is gone.': ['GET /payments/{id}'],
      'The member `cancelAskedAt` of the answer 200 is gone.': ['GET /payments/{id}'],
      'The member `methodId` of the request is gone.': ['POST /payments/notifications'],
    },
  },
  {
    reason: 'An error of a row has `detail`, like every other error (decision 49).',
    changes: {
      'The member `errors[].reason` of the answer 200 is gone.': ['POST /inventory/pools/{poolId}/resources/import'],
    },
  },
  {
    reason: 'A bulk operation may be about orders. An item then has an `orderId`.',
    changes: {
      'The member `items[].lineId` of the answer 200 may be absent.': ['GET /bulk-operations/{id}/items'],
    },
  },
  {
    reason: 'The problem of an item is a problem document with `type` and `code` (decision 48).',
    changes: {
      'The member `items[].problem.problem` of the answer 200 is gone.': ['GET /bulk-operations/{id}/items'],
    },
  },
  {
    reason: 'Usage that was counted in part is in `partlyCounted`.',
    changes: {
      'The member `refused[].taken` of the answer 200 is gone.': ['POST /usage/records'],
    },
  },
  {
    reason: 'A notification leaves nothing to follow, so it answers 204 (decision 49).',
    changes: {
      'Does not answer 202 any more.': ['POST /payments/notifications', 'POST /portability/notifications'],
    },
  },
  {
    reason:
      'A broker may read, roll and revoke its own keys. The key of an operator needs the scope too (decision 40).',
    changes: {
      'The scope is keys:read instead of operator.': ['GET /api-keys'],
      'The scope is keys:write instead of operator.': ['POST /api-keys/{id}/roll', 'DELETE /api-keys/{id}'],
    },
  },
  {
    reason: 'A broker may create its own keys. `operator` includes the new scope, so every key of 1.0.0 works on.',
    changes: {
      'The scope is keys:write instead of operator.': ['POST /api-keys'],
    },
  },
  {
    reason: 'A broker may import its own stock. `operator` includes the new scope, so every key of 1.0.0 works on.',
    changes: {
      'The scope is inventory:import instead of operator.': ['POST /inventory/pools/{poolId}/resources/import'],
    },
  },
];
