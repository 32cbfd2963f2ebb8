// `npm run generate` writes this file from what PostgreSQL describes.
import type {} from '@linework/db/statement';

declare module '@linework/db/statement' {
  interface Rows {
    'acquire-webhook-deliveries': {
      readonly id: string;
      readonly endpointId: string;
      readonly attempt: number;
      readonly attemptsSinceEnabled: number;
      readonly cause: 'event' | 'manual' | 'replay' | 'test';
      readonly eventType: string;
      readonly eventSeq: string | null;
      readonly url: string;
      readonly payload: 'full' | 'thin';
      readonly brokerId: string | null;
      readonly scopes: readonly string[];
      readonly isProbe: boolean;
      readonly isSuspended: boolean;
      readonly hasEnded: boolean;
      readonly acquiredAt: number;
    };
    'acquire-webhook-samples': {
      readonly id: string;
      readonly endpointId: string;
      readonly attempt: number;
      readonly attemptsSinceEnabled: number;
      readonly cause: 'event' | 'manual' | 'replay' | 'test';
      readonly eventType: string;
      readonly eventSeq: string | null;
      readonly url: string;
      readonly payload: 'full' | 'thin';
      readonly brokerId: string | null;
      readonly scopes: readonly string[];
      readonly isProbe: boolean;
      readonly isSuspended: boolean;
      readonly hasEnded: boolean;
      readonly acquiredAt: number;
    };
    'announce-failing-webhook-endpoints': {
      readonly id: string;
    };
    'bring-back-webhook-deliveries': {
      readonly endpoint_id: string;
    };
    'catch-up-webhook-endpoint': {
      readonly events: number;
      readonly deliveries: number;
    };
    'change-webhook-endpoint': never;
    'check-replayed-webhook-endpoint': never;
    'check-webhook-endpoints-again': never;
    'count-events-to-replay-by-position': {
      readonly count: number;
    };
    'count-events-to-replay-by-record': {
      readonly count: number;
    };
    'count-open-webhook-deliveries': {
      readonly count: number;
    };
    'count-webhook-endpoints': {
      readonly count: number;
    };
    'create-webhook-sample': {
      readonly id: string;
    };
    'delete-archived-webhook-deliveries': {
      readonly '?column?': number;
    };
    'delete-webhook-endpoint': never;
    'disable-webhook-endpoint': never;
    'enable-webhook-endpoint': never;
    'end-webhook-deliveries': {
      readonly status: 'failed';
    };
    'end-webhook-secrets': never;
    'expedite-waiting-webhook-deliveries': never;
    'fan-out-webhook-events': {
      readonly events: number;
      readonly deliveries: number;
    };
    'find-ended-samples': {
      readonly id: string;
    };
    'find-hopeless-webhook-endpoints': {
      readonly id: string;
    };
    'find-lagging-webhook-endpoints': {
      readonly id: string;
    };
    'find-moving-webhook-endpoints': {
      readonly id: string;
    };
    'find-trace-of-event': {
      readonly traceParent: string | null;
    };
    'find-webhook-deliveries-to-archive': {
      readonly until: string;
      readonly isAnyOld: boolean;
    };
    'find-webhook-endpoints-of-ended-keys': {
      readonly id: string;
    };
    'find-webhook-sample-event': {
      readonly position: number;
      readonly id: string;
      readonly brokerId: string | null;
      readonly type: string;
      readonly at: Date;
      readonly resourceType: string;
      readonly resourceId: string;
      readonly fromStatus: string | null;
      readonly toStatus: string | null;
      readonly orderId: string | null;
      readonly job: string | null;
      readonly details: unknown;
      readonly keyId: string | null;
      readonly keyName: string | null;
      readonly keyBrokerId: string | null;
      readonly operatorName: string | null;
    };
    'finish-webhook-move': never;
    'hold-lost-webhook-deliveries': never;
    'hold-webhook-deliveries': {
      readonly status: 'held';
    };
    'is-any-webhook-due': {
      readonly endpoints: boolean;
      readonly samples: boolean;
    };
    'list-webhook-public-keys': {
      readonly id: string;
      readonly publicKey: string;
      readonly createdAt: Date;
      readonly expiresAt: Date | null;
    };
    'lock-due-webhook-endpoint': {
      readonly id: string;
      readonly isOrdered: boolean;
      readonly hasSetAside: boolean;
    };
    'lock-due-webhook-endpoints': {
      readonly id: string;
      readonly isOrdered: boolean;
      readonly hasSetAside: boolean;
    };
    'lock-enabled-webhook-endpoint': {
      readonly id: string;
      readonly brokerId: string | null;
    };
    'lock-endpoints-of-webhook-results': {
      readonly count: string;
    };
    'lock-hopeless-webhook-endpoint': {
      readonly id: string;
      readonly brokerId: string | null;
    };
    'lock-lagging-webhook-endpoint': {
      readonly position: string;
    };
    'lock-moving-webhook-endpoint': {
      readonly moving: string;
    };
    'lock-webhook-cursor': {
      readonly position: string;
      readonly isBehind: boolean;
      readonly hasEndpoints: boolean;
    };
    'lock-webhook-cursor-to-catch-up': {
      readonly position: string;
    };
    'lock-webhook-endpoint': {
      readonly id: string;
      readonly brokerId: string | null;
      readonly status: 'enabled' | 'disabled' | 'deleted';
      readonly signature: 'hmac' | 'ed25519';
      readonly isMoving: boolean;
      readonly hasEndedOwner: boolean;
    };
    'lock-webhook-endpoint-of-ended-key': {
      readonly id: string;
      readonly brokerId: string | null;
    };
    'lock-webhook-endpoints-of-owner': {
      readonly locked: string;
    };
    'postpone-webhook-endpoint': never;
    'purge-webhook-deliveries': {
      readonly '?column?': number;
    };
    'purge-webhook-endpoints': never;
    'purge-webhook-secrets': never;
    'read-webhook-deliveries-to-archive': {
      readonly line: string;
      readonly id: string;
      readonly createdAt: Date;
    };
    'read-webhook-events': {
      readonly seq: string;
      readonly position: number;
      readonly id: string;
      readonly brokerId: string | null;
      readonly type: string;
      readonly at: Date;
      readonly resourceType: string;
      readonly resourceId: string;
      readonly fromStatus: string | null;
      readonly toStatus: string | null;
      readonly orderId: string | null;
      readonly job: string | null;
      readonly details: unknown;
      readonly keyId: string | null;
      readonly keyName: string | null;
      readonly keyBrokerId: string | null;
      readonly operatorName: string | null;
    };
    'read-webhook-sample': {
      readonly status: 'pending' | 'delivering' | 'waiting' | 'held' | 'delivered' | 'failed';
      readonly responseCode: number | null;
      readonly reason: string | null;
      readonly durationMs: number | null;
    };
    'read-webhook-signing-keys': {
      readonly resourceId: string;
      readonly endpointId: string;
      readonly kind: 'hmac' | 'ed25519';
      readonly dataKeyId: string;
      readonly keyId: string;
      readonly wrapped: string;
      readonly ciphertext: string;
    };
    'record-webhook-results': {
      readonly endpointId: string;
      readonly isBack: boolean;
    };
    'release-held-webhook-deliveries': {
      readonly status: 'pending' | 'failed';
    };
    'replay-events-by-position': {
      readonly count: number;
      readonly status: string | null;
    };
    'replay-events-by-record': {
      readonly count: number;
      readonly status: string | null;
    };
    'reschedule-webhook-endpoints': {
      readonly id: string;
    };
    'resend-webhook-delivery': {
      readonly id: string;
    };
    'set-aside-webhook-deliveries': {
      readonly endpoint_id: string;
    };
    'skip-webhook-events': never;
    'start-webhook-replay': {
      readonly isAlone: boolean;
    };
    'store-webhook-secret': never;
  }
}
