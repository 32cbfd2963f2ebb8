// `npm run generate` writes this file from what PostgreSQL describes.
import type {} from '@linework/db/statement';

declare module '@linework/db/statement' {
  interface Rows {
    'change-operator': never;
    'count-sign-in-attempt': {
      readonly count: number;
      readonly secondsLeft: number;
    };
    'end-operator-session': never;
    'end-other-operator-sessions': never;
    'find-operator-by-name': {
      readonly id: string;
      readonly name: string;
      readonly role: 'viewer' | 'operator' | 'administrator' | 'care' | 'billing' | 'catalogue' | 'stock' | 'custom';
      readonly brokerId: string | null;
      readonly mustChangePassword: boolean;
      readonly passwordHash: string | null;
      readonly roleName: string | null;
      readonly roleScopes: readonly string[] | null;
    };
    'find-operator-by-subject': {
      readonly id: string;
      readonly name: string;
      readonly role: 'viewer' | 'operator' | 'administrator' | 'care' | 'billing' | 'catalogue' | 'stock' | 'custom';
      readonly roleId: string | null;
      readonly brokerId: string | null;
      readonly roleName: string | null;
      readonly roleScopes: readonly string[] | null;
    };
    'find-operator-id-by-name': {
      readonly id: string;
    };
    'find-operator-session': {
      readonly id: string;
      readonly name: string;
      readonly role: 'viewer' | 'operator' | 'administrator' | 'care' | 'billing' | 'catalogue' | 'stock' | 'custom';
      readonly brokerId: string | null;
      readonly mustChangePassword: boolean;
      readonly expiresAt: Date;
      readonly way: 'password' | 'openid';
      readonly isStale: boolean;
      readonly isSuspended: boolean;
      readonly roleName: string | null;
      readonly roleScopes: readonly string[] | null;
    };
    'find-taken-operator-fields': {
      readonly isNameTaken: boolean;
      readonly isEmailTaken: boolean;
    };
    'forget-ended-sign-in-attempts': never;
    'forget-sign-in-attempts': never;
    'insert-openid-sign-in': never;
    'insert-saved-view': never;
    'is-network-of-operator': {
      readonly operator_id: string;
    };
    'link-operator-to-subject': {
      readonly id: string;
      readonly name: string;
      readonly role: 'viewer' | 'operator' | 'administrator' | 'care' | 'billing' | 'catalogue' | 'stock' | 'custom';
      readonly roleId: string | null;
      readonly brokerId: string | null;
      readonly roleName: string | null;
      readonly roleScopes: readonly string[] | null;
    };
    'list-people-of-role': {
      readonly id: string;
    };
    'lock-operator': {
      readonly id: string;
      readonly role: 'viewer' | 'operator' | 'administrator' | 'care' | 'billing' | 'catalogue' | 'stock' | 'custom';
      readonly brokerId: string | null;
      readonly scopesOfOwnRole: readonly string[] | null;
    };
    'lock-role': {
      readonly id: string;
    };
    'pause-bulk-operations-of-person': never;
    'remember-operator-network': never;
    'set-operator-disabled': never;
    'set-role-of-groups': never;
    'start-operator-session': {
      readonly expiresAt: Date;
    };
    'take-openid-sign-in': {
      readonly state: string;
      readonly nonce: string;
      readonly codeVerifier: string;
      readonly returnTo: string;
      readonly company: string | null;
    };
    'touch-operator-session': never;
    'update-saved-view': {
      readonly updatedAt: Date;
    };
  }
}
