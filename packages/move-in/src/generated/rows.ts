// `npm run generate` writes this file from what PostgreSQL describes.
import type {} from '@linework/db/statement';

declare module '@linework/db/statement' {
  interface Rows {
    'adopt-balances': never;
    'adopt-holders': never;
    'adopt-invoices': never;
    'adopt-lines': {
      readonly id: string;
    };
    'adopt-paused-lines': never;
    'adopt-pauses': never;
    'adopt-payment-methods': never;
    'adopt-products': never;
    'adopt-resources': never;
    'adopt-subscriptions': never;
    'analyze-changed-tables': {
      readonly analyze_changed_tables: string | null;
    };
    'analyze-move-in-rows': {
      readonly analyze_move_in_rows: string | null;
    };
    'announce-resources-taken-back': never;
    'assign-adopted-resources': never;
    'balance-move-in': {
      readonly kind: string;
      readonly state: 'read' | 'left-out' | 'adopted' | 'undone';
      readonly reason: string | null;
      readonly rows: number;
      readonly amount: string | null;
      readonly used: number | null;
    };
    'count-move-in-findings': {
      readonly code: string;
      readonly count: number;
      readonly decision: 'ours' | 'network' | 'leave-out' | null;
      readonly reason: string | null;
    };
    'date-adopted-memberships': never;
    'decide-move-in': never;
    'end-move-in-file': {
      readonly kind: string;
    };
    'find-adopted-rows-of-move-in': never;
    'find-adopted-subscriptions': {
      readonly legacyId: string | null;
    };
    'find-broker-to-export': {
      readonly id: string;
      readonly name: string;
    };
    'find-codes-outside-ranges': never;
    'find-duplicates-in-move-in': never;
    'find-holders-to-take-back': {
      readonly id: string;
    };
    'find-incomplete-move-in-files': {
      readonly kind: string;
    };
    'find-move-in': {
      readonly id: string;
      readonly brokerId: string;
      readonly status: 'OPEN' | 'CHECKING' | 'CHECKED' | 'COMPARING' | 'ADOPTING' | 'ADOPTED' | 'UNDOING' | 'UNDONE';
      readonly name: string | null;
      readonly numberPoolId: string;
      readonly simPoolId: string;
      readonly callsPerSecond: number;
      readonly mappings: unknown;
      readonly registerListedAt: Date | null;
      readonly rows: number;
      readonly compared: number;
      readonly adopted: number;
      readonly leftOut: number;
      readonly createdAt: Date;
      readonly updatedAt: Date;
    };
    'find-move-in-files': {
      readonly kind: string;
      readonly digest: string;
      readonly bytes: number;
      readonly rows: number;
      readonly faults: number;
    };
    'find-move-ins-with-work': {
      readonly id: string;
      readonly status: 'OPEN' | 'CHECKING' | 'CHECKED' | 'COMPARING' | 'ADOPTING' | 'ADOPTED' | 'UNDOING' | 'UNDONE';
    };
    'find-next-holders-to-adopt': {
      readonly legacyId: string | null;
    };
    'find-next-lines-to-compare': {
      readonly row: number;
      readonly legacyId: string | null;
      readonly msisdn: string | null;
      readonly imsi: string | null;
      readonly status: string | null;
      readonly callsPerSecond: number;
      readonly sealed: unknown;
    };
    'find-next-rows-to-take-back': {
      readonly kind: string;
      readonly row: number;
      readonly id: string;
    };
    'find-other-holders-to-adopt-for': {
      readonly legacyId: string;
    };
    'find-other-lines-to-take-back': {
      readonly id: string;
    };
    'find-resources-of-lines-to-adopt': {
      readonly numberId: string | null;
      readonly simId: string | null;
    };
    'find-stock-to-adopt': {
      readonly legacyId: string | null;
    };
    'find-stock-to-take-back': {
      readonly id: string;
    };
    'find-unknown-references-of-move-in': never;
    'forget-move-in-check': never;
    'is-any-line-to-compare': {
      readonly status: 'OPEN' | 'CHECKING' | 'CHECKED' | 'COMPARING' | 'ADOPTING' | 'ADOPTED' | 'UNDOING' | 'UNDONE';
      readonly callsPerSecond: number;
      readonly isListed: boolean;
      readonly isAny: boolean;
    };
    'is-any-row-adopted': {
      readonly isAnyAdopted: boolean;
    };
    'lease-move-in': {
      readonly id: string;
    };
    'leave-out-by-findings': never;
    'leave-out-dependents': never;
    'leave-out-resources-of-lines': never;
    'leave-out-subscriptions-of-products': never;
    'leave-out-the-rest': never;
    'lock-adopting-move-in': {
      readonly isLeftOut: boolean;
      readonly setting: string;
    };
    'lock-lines-to-take-back': {
      readonly id: string;
    };
    'lock-move-in': {
      readonly status: 'OPEN' | 'CHECKING' | 'CHECKED' | 'COMPARING' | 'ADOPTING' | 'ADOPTED' | 'UNDOING' | 'UNDONE';
      readonly brokerId: string;
      readonly simPoolId: string;
      readonly mappings: unknown;
    };
    'lock-undoing-move-in': {
      readonly kind: string;
      readonly row: number;
      readonly setting: string;
    };
    'mark-adopted-lines': never;
    'mark-left-out': never;
    'mark-rows-taken-back': never;
    'move-move-in': {
      readonly resource_id: string;
    };
    'note-list-of-register-for-move-in': never;
    'number-invoices-of-move-in': never;
    'pass-rows-to-take-back': never;
    'read-invoices-of-move-in': {
      readonly row: number;
      readonly periodFrom: string | null;
      readonly data: unknown;
    };
    'read-payment-tokens-to-export': {
      readonly id: string;
      readonly token: string;
    };
    'read-rows-once': {
      readonly set_config: string;
    };
    'read-sim-secrets-to-export': {
      readonly resourceId: string;
      readonly legacyId: string;
      readonly dataKeyId: string;
      readonly keyId: string;
      readonly wrapped: string;
      readonly ciphertext: string;
    };
    'release-move-in': never;
    'release-resources-to-take-back': {
      readonly id: string;
    };
    'remove-holders-taken-back': never;
    'remove-invoice-line-taken-back': never;
    'remove-invoice-taken-back': never;
    'remove-lines-taken-back': never;
    'remove-paused-line-taken-back': never;
    'remove-payment-method-taken-back': never;
    'remove-resources-taken-back': never;
    'remove-subscription-discount-taken-back': never;
    'remove-subscription-line-taken-back': never;
    'remove-subscription-pause-taken-back': never;
    'remove-subscription-product-taken-back': never;
    'remove-subscription-taken-back': never;
    'remove-usage-account-taken-back': never;
    'remove-usage-credit-taken-back': never;
    'replace-move-in-file': never;
    'write-extra-subscribers-of-move-in': never;
    'write-move-in-differences': never;
    'write-move-in-faults': never;
    'write-move-in-rows': never;
    'write-move-in-secrets': never;
  }
}
