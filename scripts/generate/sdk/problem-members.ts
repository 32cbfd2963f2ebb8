import type { ProblemName } from '@linework/problem-details/codes/problems';

/** The type of a member, with a question mark if only some problems of the type have it. */
interface Member {
  readonly type: string;
  readonly description: string;
}

const resource: Member = { type: '{ readonly type: string; readonly id: string }', description: 'The record.' };
const id = (description: string): Member => ({ type: 'string?', description });

/**
 * What a problem says beside the members of every problem, as the pages of the problem types and the remedies of their
 * codes name them.
 */
export const problemMembers: { readonly [name in ProblemName]?: Readonly<Record<string, Member>> } = {
  'validation-error': {
    allowed: { type: 'readonly string[]?', description: 'With `status-not-possible`: the statuses that are possible.' },
    lineIds: { type: 'readonly string[]?', description: 'With `unknown-lines`: the lines that do not exist.' },
    productIds: {
      type: 'readonly string[]?',
      description: 'With `unknown-product`: the products that the offer lacks.',
    },
    matched: { type: 'number?', description: 'With `too-many-lines` and `too-many-orders`: how many match.' },
    most: { type: 'number?', description: 'With `too-many-lines` and `too-many-orders`: how many are allowed.' },
    imported: { type: 'number?', description: 'Of an import: the rows that became resources.' },
    rejected: { type: 'number?', description: 'Of an import: all bad rows, also those that `errors` does not list.' },
  },
  forbidden: {
    scope: { type: 'string?', description: 'With `missing-scope`: the scope that the key lacks.' },
    scopes: {
      type: 'readonly string[]?',
      description: 'With `key-has-more-scopes`: the scopes that the calling key lacks.',
    },
    allowedAddresses: {
      type: 'readonly string[]?',
      description: 'With `key-has-more-addresses`: the networks that the calling key may not be used from.',
    },
  },
  'not-found': {
    oldestPosition: { type: 'number?', description: 'With `gone`: the oldest position of the feed that is kept.' },
    newestPosition: { type: 'number?', description: 'With `gone`: the newest position of the feed.' },
  },
  conflict: {
    orderId: id('With `open-order` and `order-placed`: the order.'),
    lineId: id('With `resource-on-a-line` and `line-is-blocked`: the line.'),
    paymentId: id('With `payment-in-progress`: the payment.'),
    portInId: id('With `sim-taken`: the port-in that has the SIM.'),
    portOutId: id('With `ticket-taken`: the port-out that has the ticket.'),
    reservationId: id('With `reservation-over`: the reservation.'),
    taxReceiptId: id('With `fiscal-receipt-exists`: the receipt.'),
    resourceIds: {
      type: 'readonly string[]?',
      description: 'With `not-to-be-assigned` and `cannot-be-associated`: the resources.',
    },
    available: { type: 'number?', description: 'With `not-enough-resources`: how many there are.' },
    refundable: { type: 'string?', description: 'With `refund-exceeds-payment`: what can be refunded.' },
  },
  'invalid-status-transition': {
    resource,
    currentStatus: { type: 'string', description: 'The status of the record.' },
    requested: { type: 'string', description: 'What was asked for.' },
    allowed: { type: 'readonly string[]', description: 'What can be asked for in this status.' },
    orderId: id('The open order of the record.'),
    supersededBy: id('The newer order that has taken the place of this one.'),
  },
  'portability-rejected': {
    reasonCode: { type: 'string', description: 'The reason of the clearing house or of the other operator.' },
  },
  'internal-server-error': {
    imported: { type: 'number?', description: 'Of an import: the rows that became resources.' },
    processedToLine: {
      type: 'number?',
      description: 'Of an import: all rows up to this line were imported or are bad.',
    },
  },
};
