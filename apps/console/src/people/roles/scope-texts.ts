import type { KeyScope } from '@linework/sdk';
import { t } from '../../language/translate.ts';

interface ScopeGroup {
  readonly noun: string;
  readonly scopes: readonly (readonly [scope: KeyScope, sentence: string])[];
}

/** What each scope lets a person do, by the noun that it is about. */
export const scopeTexts: readonly ScopeGroup[] = [
  {
    noun: t('Lines'),
    scopes: [
      ['lines:read', t('Sees lines with their numbers and SIMs.')],
      ['lines:write', t('Creates, blocks and changes lines.')],
      ['lines:delete', t('Ends lines for good.')],
    ],
  },
  {
    noun: t('Orders'),
    scopes: [
      ['orders:read', t('Sees orders and their steps.')],
      ['orders:write', t('Retries, cancels, skips and closes orders.')],
    ],
  },
  {
    noun: t('Holders'),
    scopes: [
      ['holders:read', t('Sees the people and companies that hold lines.')],
      ['holders:write', t('Creates, changes and anonymises holders.')],
    ],
  },
  {
    noun: t('Numbers and SIMs'),
    scopes: [
      ['inventory:read', t('Sees pools, ranges, numbers and SIMs.')],
      ['inventory:write', t('Reserves, assigns and moves numbers and SIMs.')],
      ['inventory:import', t('Imports numbers and SIMs, and moves in the records of another system.')],
    ],
  },
  {
    noun: t('Subscriptions and invoices'),
    scopes: [
      ['subscriptions:read', t('Sees subscriptions and invoices.')],
      ['subscriptions:write', t('Changes subscriptions, and approves and voids invoices.')],
    ],
  },
  {
    noun: t('Payments'),
    scopes: [
      ['payments:read', t('Sees payments and refunds.')],
      ['payments:write', t('Charges and refunds.')],
      ['payment-methods:read', t('Sees the payment methods of holders.')],
      ['payment-methods:write', t('Adds and removes payment methods.')],
    ],
  },
  {
    noun: t('Tax receipts'),
    scopes: [
      ['tax-receipts:read', t('Sees tax receipts and suppliers.')],
      ['tax-receipts:write', t('Drafts, issues and cancels tax receipts.')],
    ],
  },
  {
    noun: t('Usage'),
    scopes: [
      ['usage:read', t('Sees balances and what was used.')],
      ['usage:write', t('Adds credits and records usage.')],
    ],
  },
  {
    noun: t('Porting'),
    scopes: [
      ['portability:read', t('Sees numbers that come and go.')],
      ['portability:write', t('Brings numbers in, and lets them go.')],
    ],
  },
  {
    noun: t('Offers'),
    scopes: [
      ['catalog:read', t('Sees offers and prices.')],
      ['catalog:write', t('Creates offers and publishes their versions.')],
    ],
  },
  {
    noun: t('Events and audit'),
    scopes: [['events:read', t('Reads what happened, and who did it.')]],
  },
  {
    noun: t('Webhooks and keys'),
    scopes: [
      ['webhooks:read', t('Sees webhook endpoints and deliveries.')],
      ['webhooks:write', t('Sends deliveries again.')],
      ['keys:read', t('Sees API keys, never the keys themselves.')],
      ['keys:write', t('Makes, rotates and revokes API keys.')],
    ],
  },
  {
    noun: t('People and data'),
    scopes: [
      ['people:read', t('Sees people and roles.')],
      ['people:write', t('Invites and removes people, and makes roles.')],
      ['legal-holds:read', t('Sees legal holds.')],
      ['legal-holds:write', t('Places and lifts legal holds.')],
      ['exports:create', t('Exports everything of a broker.')],
    ],
  },
  {
    noun: t('The operator'),
    scopes: [['operator', t('Sees brokers, queues, pauses and incidents, and changes none of them.')]],
  },
];
