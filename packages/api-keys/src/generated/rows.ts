// `npm run generate` writes this file from what PostgreSQL describes.
import type {} from '@linework/db/statement';

declare module '@linework/db/statement' {
  interface Rows {
    'change-api-key': never;
    'count-usable-api-keys': {
      readonly count: number;
    };
    'end-api-key': never;
    'find-caller': {
      readonly keyId: string;
      readonly brokerId: string | null;
      readonly scopes: readonly string[];
      readonly fingerprint: Buffer;
      readonly allowedAddresses: readonly string[];
      readonly isSuspended: boolean;
    };
    'find-networks-outside': {
      readonly network: string;
    };
    'is-address-within': {
      readonly isWithin: boolean;
    };
    'is-past': {
      readonly isPast: boolean;
    };
    'lock-api-key': {
      readonly id: string;
      readonly name: string;
      readonly brokerId: string | null;
      readonly scopes: readonly string[];
      readonly allowedAddresses: readonly string[];
      readonly originalExpiresAt: Date | null;
      readonly ended: boolean;
    };
    'lock-usable-api-keys': {
      readonly id: string;
      readonly scopes: readonly string[];
      readonly allowedAddresses: readonly string[];
      readonly originalExpiresAt: Date | null;
    };
    'pass-webhook-endpoints-to-key': never;
    'read-key-state': {
      readonly isSuspended: boolean;
    };
    'read-networks': {
      readonly network: string;
      readonly isWhole: boolean;
      readonly isMapped: boolean;
    };
    'revoke-api-key': {
      readonly id: string;
    };
    'touch-api-key': never;
  }
}
