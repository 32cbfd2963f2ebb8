// `npm run generate` writes this file from what PostgreSQL describes.
import type {} from '@linework/db/statement';

declare module '@linework/db/statement' {
  interface Rows {
    'are-secrets-guarded': {
      readonly isUnguarded: boolean;
    };
    'clean-stored-responses': {
      readonly until: Date | null;
      readonly count: number;
    };
    'count-remaining-data-keys': {
      readonly keyId: string;
      readonly count: number;
    };
    'find-attributes-to-seal': {
      readonly id: string;
      readonly members: readonly string[];
      readonly secrets: unknown;
    };
    'find-data-keys-to-rewrap': {
      readonly id: string;
      readonly keyId: string;
      readonly wrapped: Buffer;
    };
    'find-secret-names-of-types': {
      readonly name: string;
    };
    'find-unknown-keys': {
      readonly keyId: string | null;
    };
    'guard-secrets': never;
    'lock-resources-to-guard': never;
    'mark-secrets-sealed': never;
    'move-secrets-of-attributes': never;
    'read-sealed-secrets': {
      readonly resourceId: string;
      readonly dataKeyId: string;
      readonly keyId: string;
      readonly wrapped: string;
      readonly ciphertext: string;
    };
    'rewrap-data-keys': never;
  }
}
