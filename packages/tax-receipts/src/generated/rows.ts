// `npm run generate` writes this file from what PostgreSQL describes.
import type {} from '@linework/db/statement';

declare module '@linework/db/statement' {
  interface Rows {
    'acquire-due-tax-receipt': {
      readonly id: string;
      readonly attempt: number;
      readonly dueAt: Date;
      readonly isUnanswered: boolean;
      readonly brokerId: string;
      readonly supplierId: string;
      readonly invoiceId: string;
      readonly status: 'DRAFT' | 'ACTIVE' | 'CANCELED';
      readonly documentModel: '22' | '62' | 'DEBIT_RECEIPT';
      readonly uf: string;
      readonly content: unknown;
      readonly serialNumberId: string | null;
      readonly number: number | null;
      readonly code: string | null;
      readonly accessKey: string | null;
      readonly issuingAt: Date | null;
      readonly issuedAt: Date | null;
      readonly protocol: string | null;
      readonly signedXml: string | null;
      readonly cancelingAt: Date | null;
      readonly cancelXml: string | null;
      readonly refusal: unknown;
      readonly idempotencyToken: Buffer | null;
      readonly isDue: boolean;
      readonly requestedBy: string | null;
      readonly waitsForRatesIn: 'TRIAL' | 'PRODUCTION' | null;
      readonly now: Date;
    };
    'acquire-released-number': {
      readonly number: number;
    };
    'add-tax-rate': never;
    'assign-number': {
      readonly id: string;
      readonly attempt: number;
      readonly dueAt: Date;
      readonly isUnanswered: boolean;
      readonly brokerId: string;
      readonly supplierId: string;
      readonly invoiceId: string;
      readonly status: 'DRAFT' | 'ACTIVE' | 'CANCELED';
      readonly documentModel: '22' | '62' | 'DEBIT_RECEIPT';
      readonly uf: string;
      readonly content: unknown;
      readonly serialNumberId: string;
      readonly number: number;
      readonly code: string;
      readonly accessKey: string;
      readonly issuingAt: Date;
      readonly issuedAt: Date | null;
      readonly protocol: string | null;
      readonly signedXml: string;
      readonly cancelingAt: Date | null;
      readonly cancelXml: string | null;
      readonly refusal: unknown;
      readonly idempotencyToken: Buffer | null;
      readonly isDue: boolean;
      readonly requestedBy: string | null;
      readonly waitsForRatesIn: null;
      readonly now: Date;
    };
    'cancel-tax-receipt': never;
    'change-supplier': {
      readonly id: string;
    };
    'count-drafts-of-suppliers': {
      readonly regime: 'SIMPLE' | 'SIMPLE_EXCEEDED' | 'NORMAL';
      readonly address: unknown;
      readonly documentModel: '22' | '62' | 'DEBIT_RECEIPT';
      readonly drafts: number;
      readonly waiting: number;
      readonly ids: readonly string[] | null;
    };
    'discard-tax-receipt': never;
    'erase-discarded-tax-receipts': {
      readonly '?column?': number;
    };
    'find-free-series-of-company': {
      readonly series: number | null;
    };
    'find-receipts-waiting-for-rates': {
      readonly id: string;
      readonly documentModel: '22' | '62' | 'DEBIT_RECEIPT';
      readonly regime: 'SIMPLE' | 'SIMPLE_EXCEEDED' | 'NORMAL';
      readonly address: unknown;
    };
    'find-series': {
      readonly serialNumberId: string;
      readonly series: number;
      readonly number: number;
      readonly environment: 'TRIAL' | 'PRODUCTION';
    };
    'find-tax-rates-of-days': {
      readonly id: string;
      readonly tax: 'ICMS' | 'PIS' | 'COFINS' | 'FUST' | 'FUNTTEL' | 'IBS_STATE' | 'IBS_CITY' | 'CBS';
      readonly jurisdiction: string;
      readonly firstDay: string;
      readonly rate: string | null;
      readonly regimes: readonly string[];
      readonly isAddedToTotal: boolean;
    };
    'increment-last-number': {
      readonly number: number;
    };
    'issue-without-authority': never;
    'list-tax-rates': {
      readonly id: string;
      readonly tax: 'ICMS' | 'PIS' | 'COFINS' | 'FUST' | 'FUNTTEL' | 'IBS_STATE' | 'IBS_CITY' | 'CBS';
      readonly jurisdiction: string;
      readonly firstDay: string;
      readonly rate: string | null;
      readonly regimes: readonly string[];
      readonly isAddedToTotal: boolean;
      readonly source: string;
      readonly sourceDate: string;
      readonly replaces: string | null;
      readonly loadedBy: string | null;
      readonly loadedAt: Date;
    };
    'lock-serial-number': {
      readonly serialNumberId: string;
      readonly series: number | null;
    };
    'lock-series-of-company': {
      readonly pg_advisory_xact_lock: string;
    };
    'lock-tax-rates': never;
    'lock-tax-receipt': {
      readonly id: string;
      readonly attempt: number;
      readonly dueAt: Date | null;
      readonly isUnanswered: boolean;
      readonly brokerId: string;
      readonly supplierId: string;
      readonly invoiceId: string;
      readonly status: 'DRAFT' | 'ACTIVE' | 'CANCELED';
      readonly documentModel: '22' | '62' | 'DEBIT_RECEIPT';
      readonly uf: string;
      readonly content: unknown;
      readonly serialNumberId: string | null;
      readonly number: number | null;
      readonly code: string | null;
      readonly accessKey: string | null;
      readonly issuingAt: Date | null;
      readonly issuedAt: Date | null;
      readonly protocol: string | null;
      readonly signedXml: string | null;
      readonly cancelingAt: Date | null;
      readonly cancelXml: string | null;
      readonly refusal: unknown;
      readonly idempotencyToken: Buffer | null;
      readonly isDue: boolean;
      readonly requestedBy: string | null;
      readonly waitsForRatesIn: 'TRIAL' | 'PRODUCTION' | null;
      readonly now: Date;
    };
    'make-call-about-tax-receipt-due': {
      readonly id: string;
    };
    'postpone-tax-receipt': {
      readonly seconds: number;
    };
    'read-tax-rates': {
      readonly tax: 'ICMS' | 'PIS' | 'COFINS' | 'FUST' | 'FUNTTEL' | 'IBS_STATE' | 'IBS_CITY' | 'CBS';
      readonly jurisdiction: string;
      readonly validFrom: string;
      readonly rate: string | null;
      readonly regimes: readonly string[];
      readonly isAddedToTotal: boolean;
    };
    'read-tax-receipt': {
      readonly id: string;
      readonly attempt: number;
      readonly dueAt: Date | null;
      readonly isUnanswered: boolean;
      readonly brokerId: string;
      readonly supplierId: string;
      readonly invoiceId: string;
      readonly status: 'DRAFT' | 'ACTIVE' | 'CANCELED';
      readonly documentModel: '22' | '62' | 'DEBIT_RECEIPT';
      readonly uf: string;
      readonly content: unknown;
      readonly serialNumberId: string | null;
      readonly number: number | null;
      readonly code: string | null;
      readonly accessKey: string | null;
      readonly issuingAt: Date | null;
      readonly issuedAt: Date | null;
      readonly protocol: string | null;
      readonly signedXml: string | null;
      readonly cancelingAt: Date | null;
      readonly cancelXml: string | null;
      readonly refusal: unknown;
      readonly idempotencyToken: Buffer | null;
      readonly isDue: boolean;
      readonly requestedBy: string | null;
      readonly waitsForRatesIn: 'TRIAL' | 'PRODUCTION' | null;
      readonly now: Date;
    };
    'record-unanswered-tax-receipt': {
      readonly failures: number;
      readonly isStopped: boolean;
    };
    'refuse-cancellation': never;
    'refuse-issue': never;
    'release-number': never;
    'renew-tax-receipt-lease': {
      readonly id: string;
      readonly attempt: number;
      readonly dueAt: Date;
      readonly isUnanswered: boolean;
      readonly brokerId: string;
      readonly supplierId: string;
      readonly invoiceId: string;
      readonly status: 'DRAFT' | 'ACTIVE' | 'CANCELED';
      readonly documentModel: '22' | '62' | 'DEBIT_RECEIPT';
      readonly uf: string;
      readonly content: unknown;
      readonly serialNumberId: string | null;
      readonly number: number | null;
      readonly code: string | null;
      readonly accessKey: string | null;
      readonly issuingAt: Date | null;
      readonly issuedAt: Date | null;
      readonly protocol: string | null;
      readonly signedXml: string | null;
      readonly cancelingAt: Date | null;
      readonly cancelXml: string | null;
      readonly refusal: unknown;
      readonly idempotencyToken: Buffer | null;
      readonly isDue: boolean;
      readonly requestedBy: string | null;
      readonly waitsForRatesIn: 'TRIAL' | 'PRODUCTION' | null;
      readonly now: Date;
    };
    'repeat-call-about-tax-receipt': never;
    'settle-cancellation': {
      readonly resource_id: string;
    };
    'settle-issue': {
      readonly resource_id: string;
    };
    'stop-calls-about-tax-receipt': {
      readonly id: string;
    };
    'store-cancellation-event': {
      readonly id: string;
      readonly attempt: number;
      readonly dueAt: Date;
      readonly isUnanswered: boolean;
      readonly brokerId: string;
      readonly supplierId: string;
      readonly invoiceId: string;
      readonly status: 'DRAFT' | 'ACTIVE' | 'CANCELED';
      readonly documentModel: '22' | '62' | 'DEBIT_RECEIPT';
      readonly uf: string;
      readonly content: unknown;
      readonly serialNumberId: string | null;
      readonly number: number | null;
      readonly code: string | null;
      readonly accessKey: string | null;
      readonly issuingAt: Date | null;
      readonly issuedAt: Date | null;
      readonly protocol: string | null;
      readonly signedXml: string | null;
      readonly cancelingAt: Date;
      readonly cancelXml: string;
      readonly refusal: unknown;
      readonly idempotencyToken: Buffer | null;
      readonly isDue: boolean;
      readonly requestedBy: string;
      readonly waitsForRatesIn: 'TRIAL' | 'PRODUCTION' | null;
      readonly now: Date;
    };
    'wait-for-tax-rates': never;
  }
}
