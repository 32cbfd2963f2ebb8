// `npm run generate` writes this file from what PostgreSQL describes.
import type {} from '@linework/db/statement';

declare module '@linework/db/statement' {
  interface Rows {
    'activate-subscription': {
      readonly resource_id: string;
    };
    'assign-charges': {
      readonly id: string;
    };
    'begin-cycle': {
      readonly cycle: number;
    };
    'begin-pause': never;
    'cancel-subscription': {
      readonly resource_id: string;
    };
    'delete-pause-block': never;
    'delete-pause-blocks': never;
    'delete-settled-pause-blocks': never;
    'end-billing': {
      readonly id: string;
    };
    'end-pause': never;
    'expire-subscription': {
      readonly resource_id: string;
    };
    'find-any-pause-block': {
      readonly '?column?': boolean;
    };
    'find-holder-changes': {
      readonly orderId: string;
      readonly lineId: string;
      readonly customerId: string | null;
      readonly subscriptionId: string | null;
    };
    'load-billing-charges': {
      readonly subscriptionId: string;
      readonly id: string;
      readonly subscriptionProductId: string;
      readonly productId: string;
      readonly description: string;
      readonly amount: string;
      readonly periodFrom: string;
      readonly periodUntil: string;
    };
    'load-billing-products': {
      readonly subscriptionId: string;
      readonly id: string;
      readonly productId: string;
      readonly content: unknown;
      readonly billingType: string;
      readonly fromCycle: number;
      readonly untilCycle: number | null;
      readonly addedOn: string;
      readonly discounts: unknown;
    };
    'load-pauses': {
      readonly subscriptionId: string;
      readonly from: string;
      readonly until: string | null;
    };
    'load-subscribed-products': {
      readonly id: string;
      readonly productId: string;
      readonly content: unknown;
      readonly fromCycle: number;
      readonly untilCycle: number | null;
      readonly chargedForCycle: number | null;
      readonly addedOn: string;
      readonly discounts: unknown;
    };
    'lock-billable-subscriptions': {
      readonly id: string;
      readonly brokerId: string;
      readonly customerId: string;
      readonly status: 'DRAFT' | 'ACTIVE' | 'PAUSED' | 'CANCELLED' | 'EXPIRED';
      readonly billingType: string;
      readonly frequency: string;
      readonly customPeriodDays: number | null;
      readonly anchorDay: string | null;
      readonly cycle: number;
      readonly cycleFrom: string | null;
      readonly cycleUntil: string | null;
      readonly nextBillingDate: string;
      readonly prorateFirstInvoice: boolean;
      readonly invoiceApprovalRequired: boolean;
      readonly activatedOn: string | null;
      readonly endDay: string | null;
      readonly isInvoiced: boolean;
    };
    'lock-due-subscriptions': {
      readonly id: string;
      readonly brokerId: string;
      readonly customerId: string;
      readonly status: 'DRAFT' | 'ACTIVE' | 'PAUSED' | 'CANCELLED' | 'EXPIRED';
      readonly frequency: string;
      readonly billingType: string;
      readonly customPeriodDays: number | null;
      readonly billingDay: number | null;
      readonly changesBehavior: string;
      readonly prorateFirstInvoice: boolean;
      readonly offerVersionId: string;
      readonly trialEndBehavior: string | null;
      readonly trialEndsAt: Date | null;
      readonly anchorDay: string | null;
      readonly activatedOn: string | null;
      readonly cycle: number;
      readonly cycleFrom: string | null;
      readonly cycleUntil: string | null;
      readonly nextBillingDate: string | null;
      readonly endDay: string | null;
      readonly endsAt: Date | null;
      readonly onLastLineEnded: 'cancel' | 'keep';
      readonly cancelForNoLine: boolean;
      readonly now: Date;
      readonly dueAt: Date;
      readonly action: string;
    };
    'lock-ended-line': {
      readonly lineId: string;
      readonly subscriptionId: string;
      readonly hadLineInUse: boolean;
    };
    'lock-lines-to-block': {
      readonly subscriptionId: string;
      readonly lineId: string;
      readonly brokerId: string;
      readonly keyId: string | null;
    };
    'lock-lines-to-unblock': {
      readonly subscriptionId: string;
      readonly lineId: string;
      readonly brokerId: string;
      readonly keyId: string | null;
    };
    'lock-subscription': {
      readonly id: string;
      readonly brokerId: string;
      readonly customerId: string;
      readonly status: 'DRAFT' | 'ACTIVE' | 'PAUSED' | 'CANCELLED' | 'EXPIRED';
      readonly frequency: string;
      readonly billingType: string;
      readonly customPeriodDays: number | null;
      readonly billingDay: number | null;
      readonly changesBehavior: string;
      readonly prorateFirstInvoice: boolean;
      readonly offerVersionId: string;
      readonly trialEndBehavior: string | null;
      readonly trialEndsAt: Date | null;
      readonly anchorDay: string | null;
      readonly activatedOn: string | null;
      readonly cycle: number;
      readonly cycleFrom: string | null;
      readonly cycleUntil: string | null;
      readonly nextBillingDate: string | null;
      readonly endDay: string | null;
      readonly endsAt: Date | null;
      readonly onLastLineEnded: 'cancel' | 'keep';
      readonly cancelForNoLine: boolean;
      readonly now: Date;
    };
    'lock-subscription-without-lines': {
      readonly id: string;
      readonly brokerId: string;
      readonly customerId: string;
      readonly status: 'DRAFT' | 'ACTIVE' | 'PAUSED' | 'CANCELLED' | 'EXPIRED';
      readonly frequency: string;
      readonly billingType: string;
      readonly customPeriodDays: number | null;
      readonly billingDay: number | null;
      readonly changesBehavior: string;
      readonly prorateFirstInvoice: boolean;
      readonly offerVersionId: string;
      readonly trialEndBehavior: string | null;
      readonly trialEndsAt: Date | null;
      readonly anchorDay: string | null;
      readonly activatedOn: string | null;
      readonly cycle: number;
      readonly cycleFrom: string | null;
      readonly cycleUntil: string | null;
      readonly nextBillingDate: string | null;
      readonly endDay: string | null;
      readonly endsAt: Date | null;
      readonly onLastLineEnded: 'cancel' | 'keep';
      readonly cancelForNoLine: boolean;
      readonly now: Date;
    };
    'pause-subscription': {
      readonly resource_id: string;
    };
    'postpone-ended-line': {
      readonly attempt: number;
    };
    'postpone-pause-block': {
      readonly attempt: number;
    };
    'postpone-subscription': {
      readonly attempt: number;
    };
    'read-database-clock': {
      readonly now: Date;
    };
    'read-holder-changes': {
      readonly place: number | null;
      readonly isSame: boolean | null;
      readonly isUnknown: boolean;
      readonly isAnonymised: boolean;
      readonly lacksSubscription: boolean;
      readonly isLeaving: boolean;
      readonly awaitsNumber: boolean;
    };
    'record-block-order': {
      readonly '?column?': number;
    };
    'record-pause-blocks': never;
    'remove-ended-line': never;
    'resume-subscription': {
      readonly resource_id: string;
    };
    'revert-cancel-without-lines': never;
    'schedule-cancel': never;
    'schedule-cancel-without-lines': never;
    'schedule-pause': never;
    'set-pause-ended': never;
  }
}
