import type { Scope } from '@linework/auth/scopes';
import type { JobName } from './jobs.ts';
import type { OrderRequest } from './lifecycles/order.lifecycle.ts';

/** The events of a kind of record. */
interface EventKind {
  /** The scope that reads the record. Other keys see the numbers, names and tax ids of its events masked (112). */
  readonly scope: Scope;
  /** Whether the record is about the company: then people in the console read its names. */
  readonly isOfCompany: boolean;
  readonly events: Readonly<Record<string, EventRow>>;
}

/** One type of event. */
interface EventRow {
  /** The status that the record enters; absent if the event is no change of status. */
  readonly to?: string;
  /** The request on an order that the event tells. */
  readonly request?: OrderRequest;
  /**
   * Who writes it without an API key: `request` says nobody, `order` the job that advances the order. An event of a
   * type that several jobs write stores its own job.
   */
  readonly actor: 'request' | 'order' | JobName;
  /** What happened, and to which record, in one sentence. */
  readonly text: string;
}

/** All types of events, by the kind of record that they are about. */
export const eventCatalogue = {
  line: {
    scope: 'lines:read',
    isOfCompany: false,
    events: {
      'line.created': { to: 'PROVISIONING', actor: 'order', text: 'A line was created and waits to be provisioned.' },
      'line.provisioning_failed': {
        to: 'PROVISIONING_ERROR',
        actor: 'order',
        text: 'The network did not provision the line.',
      },
      'line.standby': { to: 'STAND_BY', actor: 'order', text: 'The line is provisioned and not in use yet.' },
      'line.activation_started': {
        to: 'ACTIVATING',
        actor: 'order',
        text: 'An order to activate the line was placed.',
      },
      'line.activation_failed': {
        to: 'ACTIVATION_ERROR',
        actor: 'order',
        text: 'The network did not activate the line.',
      },
      'line.activated': { to: 'ACTIVE', actor: 'order', text: 'The line is active.' },
      'line.block_started': { to: 'BLOCKING', actor: 'order', text: 'An order to block the line was placed.' },
      'line.block_failed': { to: 'BLOCKING_ERROR', actor: 'order', text: 'The network did not block the line.' },
      'line.blocked': { to: 'BLOCKED', actor: 'order', text: 'The line is blocked.' },
      'line.termination_started': {
        to: 'TERMINATING',
        actor: 'order',
        text: 'An order to delete the line was placed.',
      },
      'line.termination_failed': {
        to: 'TERMINATION_ERROR',
        actor: 'order',
        text: 'The network did not delete the line.',
      },
      'line.terminated': { to: 'TERMINATED', actor: 'order', text: 'The line is deleted and never returns.' },
      'line.changed': {
        actor: 'order',
        text: 'Members of the line changed that are not its status; `changed` names them.',
      },
      'line.adoption_undone': {
        actor: 'advance-move-ins',
        text: 'A line that a move-in had adopted was taken back. Nothing was changed on the network.',
      },
      'line.sim_swapped': { actor: 'order', text: 'The line has another SIM.' },
      'line.number_changed': { actor: 'order', text: 'The line has another number.' },
      'line.holder_changed': { actor: 'order', text: 'The line belongs to another holder.' },
      'usage.threshold_reached': {
        actor: 'request',
        text: 'A product on a line has used 50 or 80 percent of its credits.',
      },
      'usage.exhausted': { actor: 'request', text: 'A product on a line has used all of its credits.' },
      'usage.credited': { actor: 'request', text: 'A product on a line got an additional credit.' },
    },
  },
  order: {
    scope: 'orders:read',
    isOfCompany: false,
    events: {
      'order.placed': {
        to: 'PENDING',
        actor: 'order',
        text: 'An order was accepted; `reason` says why, if it was given.',
      },
      'order.started': { to: 'IN_PROGRESS', actor: 'order', text: 'A worker began to execute the order.' },
      'order.completed': { to: 'COMPLETED', actor: 'order', text: 'Every step of the order succeeded.' },
      'order.failed': {
        to: 'FAILED',
        actor: 'order',
        text: 'A step of the order failed for good, and the order needs a decision.',
      },
      'order.rollback_started': {
        to: 'ROLLING_BACK',
        actor: 'order',
        text: 'The steps of the failed order are being undone.',
      },
      'order.rolled_back': { to: 'ROLLED_BACK', actor: 'order', text: 'Every step of the failed order is undone.' },
      'order.rollback_failed': {
        to: 'ROLLBACK_FAILED',
        actor: 'order',
        text: 'A step of the order could not be undone, and the order needs a person.',
      },
      'order.cancel_started': {
        to: 'CANCELLING',
        actor: 'order',
        text: 'The order was cancelled while it ran, and its steps are being undone.',
      },
      'order.cancelled': {
        to: 'CANCELLED',
        actor: 'order',
        text: 'The order is cancelled, and nothing of it remains.',
      },
      'order.cancel_failed': {
        to: 'CANCEL_FAILED',
        actor: 'order',
        text: 'A step of the cancelled order could not be undone, and the order needs a person.',
      },
      'order.cancel_requested': { request: 'cancel', actor: 'order', text: 'Someone asked to cancel the order.' },
      'order.retry_requested': {
        request: 'retry',
        actor: 'order',
        text: 'Someone asked to run the failed order again.',
      },
      'order.skip_requested': {
        request: 'skip',
        actor: 'order',
        text: 'Someone asked to skip a failed step of the order.',
      },
      'order.rollback_requested': {
        request: 'rollback',
        actor: 'order',
        text: 'Someone asked to undo the failed order.',
      },
      'order.close_requested': {
        request: 'close',
        actor: 'order',
        text: 'Someone asked to close the failed order as it is.',
      },
      'order.superseded': { actor: 'order', text: 'A newer order took the place of this scheduled order.' },
      'order.reinstated': {
        actor: 'order',
        text: 'The newer order ended without effect, and this scheduled order is valid again.',
      },
      'order.dead_lettered': {
        actor: 'order',
        text: 'Workers stopped again and again in this order, so it needs a person.',
      },
      'order.input_corrected': {
        actor: 'order',
        text: 'The input of the failed order was corrected for its next attempt.',
      },
      'order.step_skipped': { actor: 'order', text: 'A failed step of the order was skipped.' },
    },
  },
  resource: {
    scope: 'inventory:read',
    isOfCompany: false,
    events: {
      'resource.made_available': { to: 'available', actor: 'expire-resources', text: 'A number or SIM is available.' },
      'resource.reserved': { to: 'reserved', actor: 'order', text: 'A number or SIM is reserved.' },
      'resource.activated': { to: 'active', actor: 'order', text: 'A number or SIM is in use on a line.' },
      'resource.suspended': { to: 'suspended', actor: 'order', text: 'A number or SIM is suspended.' },
      'resource.quarantined': {
        to: 'quarantined',
        actor: 'order',
        text: 'A number or SIM waits in quarantine before it is available again.',
      },
      'resource.decommissioned': {
        to: 'decommissioned',
        actor: 'order',
        text: 'A number or SIM is withdrawn for good.',
      },
      'resource.changed': {
        actor: 'order',
        text: 'Members of a number or SIM changed that are not its status; `changed` names them.',
      },
      'resource.holder_changed': {
        actor: 'order',
        text: 'The line of a number or SIM has gone to another holder, and the number or SIM with it.',
      },
      'resource.removed': {
        actor: 'request',
        text: 'A number or SIM that was never on a line was removed with its codes.',
      },
    },
  },
  'resource-type': {
    scope: 'inventory:read',
    isOfCompany: true,
    events: {
      'resource_type.created': { actor: 'request', text: 'A type of inventory resources was created.' },
    },
  },
  pool: {
    scope: 'inventory:read',
    isOfCompany: true,
    events: {
      'pool.created': { actor: 'request', text: 'A pool was created.' },
      'pool.changed': { actor: 'request', text: 'Members of the pool changed; `changed` names them.' },
      'pool.deleted': { actor: 'request', text: 'The empty pool was deleted.' },
      'pool.low_availability_reached': {
        actor: 'announce-low-pools',
        text: 'Fewer resources of the pool are available than its threshold.',
      },
    },
  },
  range: {
    scope: 'inventory:read',
    isOfCompany: false,
    events: {
      'range.created': { actor: 'request', text: 'A range of numbers, ICCIDs or IMSIs was assigned to a broker.' },
      'range.deleted': { actor: 'request', text: 'A range was taken from a broker.' },
    },
  },
  'registered-range': {
    scope: 'operator',
    isOfCompany: true,
    events: {
      'registered_range.created': { actor: 'request', text: 'A range was registered for a broker of a cell.' },
      'registered_range.deleted': { actor: 'request', text: 'A range was removed from the registry of all cells.' },
    },
  },
  reservation: {
    scope: 'inventory:read',
    isOfCompany: false,
    events: {
      'reservation.extended': { actor: 'request', text: 'A reservation ends later.' },
    },
  },
  'bulk-operation': {
    scope: 'lines:read',
    isOfCompany: false,
    events: {
      'bulk_operation.approval_requested': {
        to: 'AWAITING_APPROVAL',
        actor: 'request',
        text: 'A person created a bulk operation that another person must approve.',
      },
      'bulk_operation.approved': {
        actor: 'request',
        text: 'Another person approved the bulk operation, and it places its orders.',
      },
      'bulk_operation.paused': {
        to: 'PAUSED',
        actor: 'request',
        text: 'Someone paused the bulk operation, and it places no more orders until it is resumed.',
      },
      'bulk_operation.resumed': { actor: 'request', text: 'Someone resumed the paused bulk operation.' },
      'bulk_operation.changed': {
        actor: 'request',
        text: 'The rate or the name of the bulk operation changed; `changed` names them.',
      },
      'bulk_operation.started': {
        to: 'RUNNING',
        actor: 'request',
        text: 'A bulk operation was created and places its orders.',
      },
      'bulk_operation.completed': {
        to: 'COMPLETED',
        actor: 'place-bulk-orders',
        text: 'Every item of the bulk operation succeeded.',
      },
      'bulk_operation.completed_with_errors': {
        to: 'COMPLETED_WITH_ERRORS',
        actor: 'place-bulk-orders',
        text: 'The bulk operation has ended, and some of its items failed.',
      },
      'bulk_operation.failed': {
        to: 'FAILED',
        actor: 'place-bulk-orders',
        text: 'The bulk operation has ended, and none of its items succeeded.',
      },
      'bulk_operation.cancel_started': {
        to: 'CANCELLING',
        actor: 'place-bulk-orders',
        text: 'The bulk operation places no more orders and waits for those that run.',
      },
      'bulk_operation.cancelled': {
        to: 'CANCELLED',
        actor: 'place-bulk-orders',
        text: 'The bulk operation is cancelled, and its orders have settled.',
      },
    },
  },
  subscription: {
    scope: 'subscriptions:read',
    isOfCompany: false,
    events: {
      'subscription.created': { to: 'DRAFT', actor: 'request', text: 'A subscription was created as a draft.' },
      'subscription.activated': { to: 'ACTIVE', actor: 'move-due-subscriptions', text: 'The subscription is active.' },
      'subscription.paused': { to: 'PAUSED', actor: 'move-due-subscriptions', text: 'The subscription is paused.' },
      'subscription.cancelled': {
        to: 'CANCELLED',
        actor: 'move-due-subscriptions',
        text: 'The subscription is cancelled.',
      },
      'subscription.expired': {
        to: 'EXPIRED',
        actor: 'move-due-subscriptions',
        text: 'The subscription reached its end date.',
      },
      'subscription.changed': {
        actor: 'request',
        text: 'Members of the subscription changed that are not its status; `changed` names them.',
      },
      'subscription.scheduled': {
        actor: 'move-due-subscriptions',
        text: 'A pause or cancel of the subscription was scheduled, or its schedule was removed.',
      },
      'subscription.renewed': { actor: 'make-invoices', text: 'The next billing cycle of the subscription began.' },
      'subscription.last_line_ended': { actor: 'end-without-lines', text: 'The subscription has no line any more.' },
      'subscription.product_added': { actor: 'request', text: 'A product was added to the subscription.' },
      'subscription.product_removed': { actor: 'request', text: 'A product was removed from the subscription.' },
    },
  },
  invoice: {
    scope: 'subscriptions:read',
    isOfCompany: false,
    events: {
      'invoice.drafted': { to: 'DRAFT', actor: 'make-invoices', text: 'An invoice was created that needs approval.' },
      'invoice.opened': { to: 'OPEN', actor: 'make-invoices', text: 'The invoice is open and can be paid.' },
      'invoice.paid': { to: 'PAID', actor: 'ask-payment-provider', text: 'The invoice is paid.' },
      'invoice.overdue': { to: 'OVERDUE', actor: 'mark-overdue', text: 'The invoice was not paid by its due date.' },
      'invoice.voided': { to: 'VOID', actor: 'request', text: 'The invoice is void.' },
      'invoice.payment_refunded': {
        actor: 'ask-payment-provider',
        text: 'A part or all of a payment of the invoice was returned.',
      },
      'payment.reversed': {
        actor: 'ask-payment-provider',
        text: 'A payment of this invoice was refunded or charged back; the invoice stays paid.',
      },
    },
  },
  payment: {
    scope: 'payments:read',
    isOfCompany: false,
    events: {
      'payment.created': {
        to: 'PENDING',
        actor: 'request',
        text: 'A payment was created and is sent to the payment provider.',
      },
      'payment.authorized': {
        to: 'AUTHORIZED',
        actor: 'ask-payment-provider',
        text: 'The payment provider reserved the amount.',
      },
      'payment.confirmed': {
        to: 'CONFIRMED',
        actor: 'ask-payment-provider',
        text: 'The payment provider confirmed the payment.',
      },
      'payment.refunded': { to: 'REFUNDED', actor: 'ask-payment-provider', text: 'The whole payment was returned.' },
      'payment.charged_back': {
        to: 'CHARGED_BACK',
        actor: 'ask-payment-provider',
        text: 'The payer took the payment back.',
      },
      'payment.failed': { to: 'FAILED', actor: 'ask-payment-provider', text: 'The payment failed.' },
      'payment.canceled': { to: 'CANCELED', actor: 'ask-payment-provider', text: 'The payment is cancelled.' },
      'payment.cancel_requested': { actor: 'request', text: 'Someone asked to cancel the payment.' },
      'payment.unanswered': {
        actor: 'ask-payment-provider',
        text: 'The payment provider did not answer in time, and an operator must decide about the payment.',
      },
      'payment.decided': { actor: 'request', text: 'An operator decided about the payment instead of the provider.' },
    },
  },
  refund: {
    scope: 'payments:read',
    isOfCompany: false,
    events: {
      'refund.created': {
        to: 'PENDING',
        actor: 'request',
        text: 'A refund was created and is sent to the payment provider.',
      },
      'refund.completed': {
        to: 'COMPLETED',
        actor: 'ask-payment-provider',
        text: 'The amount of the refund was returned.',
      },
      'refund.failed': { to: 'FAILED', actor: 'ask-payment-provider', text: 'The refund failed.' },
      'refund.unanswered': {
        actor: 'ask-payment-provider',
        text: 'The payment provider did not answer in time, and an operator must decide about the refund.',
      },
      'refund.decided': { actor: 'request', text: 'An operator decided about the refund instead of the provider.' },
    },
  },
  'payment-method': {
    scope: 'payment-methods:read',
    isOfCompany: false,
    events: {
      'payment_method.created': {
        to: 'PENDING',
        actor: 'request',
        text: 'A payment method was recorded and is being checked.',
      },
      'payment_method.activated': { to: 'ACTIVE', actor: 'ask-payment-provider', text: 'The payment method is valid.' },
      'payment_method.suspended': { to: 'SUSPENDED', actor: 'request', text: 'The payment method is suspended.' },
      'payment_method.removed': { to: 'REMOVED', actor: 'request', text: 'The payment method is removed.' },
      'payment_method.refused': {
        to: 'REFUSED',
        actor: 'ask-payment-provider',
        text: 'The payment provider refused the payment method.',
      },
      'payment_method.expired': {
        to: 'EXPIRED',
        actor: 'expire-payment-methods',
        text: 'The card has passed its last day.',
      },
      'payment_method.made_default': { actor: 'request', text: 'The payment method is now the default of its holder.' },
      'payment_method.unanswered': {
        actor: 'ask-payment-provider',
        text: 'The payment provider did not answer in time, and an operator must decide about the ' + 'payment method.',
      },
      'payment_method.decided': {
        actor: 'request',
        text: 'An operator decided about the payment method instead of the provider.',
      },
    },
  },
  'tax-receipt': {
    scope: 'tax-receipts:read',
    isOfCompany: false,
    events: {
      'tax_receipt.drafted': { to: 'DRAFT', actor: 'request', text: 'A tax receipt was created as a draft.' },
      'tax_receipt.issued': {
        to: 'ACTIVE',
        actor: 'ask-tax-authority',
        text: 'The tax authority authorised the tax receipt.',
      },
      'tax_receipt.canceled': { to: 'CANCELED', actor: 'ask-tax-authority', text: 'The tax receipt is cancelled.' },
      'tax_receipt.refused': { actor: 'ask-tax-authority', text: 'The tax authority refused the tax receipt.' },
      'tax_receipt.waiting_for_rates': {
        actor: 'request',
        text:
          'The tax receipt stays a draft until the rates of `taxes` on `day` are loaded, and is ' +
          'then issued by itself.',
      },
      'tax_receipt.unanswered': {
        actor: 'ask-tax-authority',
        text: 'The tax authority did not answer in time, and an operator must decide about the tax receipt.',
      },
      'tax_receipt.decided': {
        actor: 'request',
        text: 'An operator decided about the tax receipt instead of the authority.',
      },
    },
  },
  supplier: {
    scope: 'tax-receipts:read',
    isOfCompany: false,
    events: {
      'supplier.created': { actor: 'request', text: 'A company that issues tax receipts was created.' },
      'supplier.changed': { actor: 'request', text: 'Members of the supplier changed; `changed` names them.' },
    },
  },
  'port-in': {
    scope: 'portability:read',
    isOfCompany: false,
    events: {
      'port_in.requested': {
        to: 'REQUESTED',
        actor: 'request',
        text: 'A number is asked to come from another operator.',
      },
      'port_in.accepted': {
        to: 'PENDING',
        actor: 'ask-clearing-house',
        text: 'The clearing house accepted the port-in.',
      },
      'port_in.conflicted': {
        to: 'CONFLICT',
        actor: 'ask-clearing-house',
        text: 'The donor objects to the port-in, and its data must be corrected.',
      },
      'port_in.activated': {
        to: 'ACTIVE',
        actor: 'ask-clearing-house',
        text: 'The number has come, and its line is in use.',
      },
      'port_in.cancel_started': {
        to: 'CANCELLING',
        actor: 'request',
        text: 'The port-in is being cancelled at the clearing house.',
      },
      'port_in.cancelled': { to: 'CANCELLED', actor: 'ask-clearing-house', text: 'The port-in is cancelled.' },
      'port_in.failed': { to: 'ERROR', actor: 'ask-clearing-house', text: 'The port-in failed.' },
      'port_in.corrected': { actor: 'request', text: 'The data of the port-in was corrected and sent again.' },
      'port_in.order_placed': {
        actor: 'ask-clearing-house',
        text: 'The order that puts the number on its line was placed.',
      },
      'port_in.unanswered': {
        actor: 'ask-clearing-house',
        text: 'The clearing house did not answer in time, and an operator must decide about the port-in.',
      },
      'port_in.decided': {
        actor: 'request',
        text: 'An operator decided about the port-in instead of the clearing house.',
      },
    },
  },
  'port-out': {
    scope: 'portability:read',
    isOfCompany: false,
    events: {
      'port_out.agreed': { to: 'PENDING', actor: 'request', text: 'A number will leave to another operator.' },
      'port_out.cancel_started': {
        to: 'CANCELLING',
        actor: 'request',
        text: 'The port-out is being cancelled at the clearing house.',
      },
      'port_out.started': {
        to: 'IN_PROGRESS',
        actor: 'ask-clearing-house',
        text: 'The number is leaving, and its line is being deleted.',
      },
      'port_out.completed': { to: 'COMPLETED', actor: 'ask-clearing-house', text: 'The number has left.' },
      'port_out.cancelled': {
        to: 'CANCELLED',
        actor: 'ask-clearing-house',
        text: 'The port-out is cancelled, and the number stays.',
      },
      'port_out.failed': { to: 'ERROR', actor: 'ask-clearing-house', text: 'The port-out failed.' },
      'port_out.unanswered': {
        actor: 'ask-clearing-house',
        text: 'The clearing house did not answer in time, and an operator must decide about the port-out.',
      },
      'port_out.decided': {
        actor: 'request',
        text: 'An operator decided about the port-out instead of the clearing house.',
      },
    },
  },
  holder: {
    scope: 'holders:read',
    isOfCompany: false,
    events: {
      'holder.created': { actor: 'request', text: 'A holder was created.' },
      'holder.changed': { actor: 'request', text: 'Members of the holder changed; `changed` names them.' },
      'holder.corrected': {
        actor: 'request',
        text: 'Values of the holder that were wrong were corrected, also in its past; `corrected` names them.',
      },
      'holder.adoption_undone': {
        actor: 'advance-move-ins',
        text: 'A holder that a move-in had adopted was taken back.',
      },
      'holder.exported': { actor: 'request', text: 'Someone exported everything that is kept of the holder.' },
      'holder.anonymised': { actor: 'request', text: 'The personal data of the holder was erased.' },
    },
  },
  'move-in': {
    scope: 'inventory:import',
    isOfCompany: true,
    events: {
      'move_in.created': { actor: 'request', text: 'A move-in was opened.' },
      'move_in.reopened': { to: 'OPEN', actor: 'request', text: 'A file came after the check.' },
      'move_in.file_uploaded': { actor: 'request', text: 'A file came; `digest` is its SHA-256.' },
      'move_in.check_started': { to: 'CHECKING', actor: 'request', text: 'Someone asked to check the files.' },
      'move_in.checked': {
        to: 'CHECKED',
        actor: 'advance-move-ins',
        text: 'The check or the comparison has ended, and its findings are listed.',
      },
      'move_in.compare_started': {
        to: 'COMPARING',
        actor: 'request',
        text: 'Someone asked to compare the lines with the register.',
      },
      'move_in.decided': { actor: 'request', text: 'A person decided about the findings with a code.' },
      'move_in.adoption_started': { to: 'ADOPTING', actor: 'request', text: 'Someone asked to adopt the rows.' },
      'move_in.adopted': {
        to: 'ADOPTED',
        actor: 'advance-move-ins',
        text: 'Each row was adopted or left out, or a holder could not be taken back.',
      },
      'move_in.undo_started': { to: 'UNDOING', actor: 'request', text: 'Someone asked to take the records back.' },
      'move_in.undone': { to: 'UNDONE', actor: 'advance-move-ins', text: 'All adopted records were taken back.' },
    },
  },
  drift: {
    scope: 'lines:read',
    isOfCompany: false,
    events: {
      'drift.opened': {
        to: 'OPEN',
        actor: 'reconcile-lines',
        text: 'Two comparisons found that the register differs from a line.',
      },
      'drift.accepted': { to: 'ACCEPTED', actor: 'request', text: 'A person accepted the difference for a reason.' },
      'drift.repaired': {
        to: 'REPAIRED',
        actor: 'order',
        text: 'An order brought the network to what the line says.',
      },
      'drift.gone': {
        to: 'GONE',
        actor: 'reconcile-lines',
        text: 'A later comparison did not find the difference again.',
      },
    },
  },
  offer: {
    scope: 'catalog:read',
    isOfCompany: true,
    events: {
      'offer.created': { actor: 'request', text: 'An offer was created.' },
      'offer.changed': { actor: 'request', text: 'Members of the offer changed; `changed` names them.' },
      'offer.published': { actor: 'request', text: 'A version of the offer was published.' },
    },
  },
  broker: {
    scope: 'operator',
    isOfCompany: true,
    events: {
      'broker.created': { actor: 'request', text: 'A broker was created.' },
      'broker.changed': { actor: 'request', text: 'Members of the broker changed; `changed` names them.' },
      'broker.suspended': {
        to: 'SUSPENDED',
        actor: 'request',
        text: 'The broker is suspended, and its keys are rejected.',
      },
      'broker.resumed': { to: 'ACTIVE', actor: 'request', text: 'The broker is active again.' },
      'broker.exported': { actor: 'request', text: 'Someone exported everything of the broker.' },
    },
  },
  'api-key': {
    scope: 'keys:read',
    isOfCompany: true,
    events: {
      'api_key.created': { actor: 'request', text: 'An API key was created.' },
      'api_key.changed': {
        actor: 'request',
        text: 'The name of an API key changed, or the addresses that it may be used from; `changed` names them.',
      },
      'api_key.rotated': { actor: 'request', text: 'An API key has a successor, and ends at the end of the overlap.' },
      'api_key.revoked': { actor: 'request', text: 'An API key was revoked.' },
    },
  },
  'legal-hold': {
    scope: 'legal-holds:read',
    isOfCompany: true,
    events: {
      'legal_hold.placed': {
        actor: 'request',
        text: 'What is kept of a holder, or of the whole broker, is not erased until the legal hold is lifted.',
      },
      'legal_hold.lifted': { actor: 'request', text: 'The legal hold was lifted, and no longer prevents an erasure.' },
    },
  },
  pause: {
    scope: 'operator',
    isOfCompany: true,
    events: {
      'pause.created': {
        actor: 'request',
        text: 'An operator stopped the work of an order type, of a step, or on a system.',
      },
      'pause.ended': {
        actor: 'requeue-due-orders',
        text: 'An operator ended a pause, or its time was over, and its orders go on.',
      },
    },
  },
  incident: {
    scope: 'operator',
    isOfCompany: true,
    events: {
      'incident.taken': {
        actor: 'request',
        text: 'A person works on the failed orders with the same `type`, `step` and `errorCode`.',
      },
      'incident.released': { actor: 'request', text: 'Nobody works on these failed orders any more.' },
      'incident.noted': {
        actor: 'request',
        text: 'The note about these failed orders was written, or removed if there is no `note`.',
      },
    },
  },
  'webhook-endpoint': {
    scope: 'webhooks:read',
    isOfCompany: true,
    events: {
      'webhook_endpoint.created': { actor: 'request', text: 'A webhook endpoint was created.' },
      'webhook_endpoint.changed': {
        actor: 'request',
        text: 'Members of the webhook endpoint changed; `changed` names them.',
      },
      'webhook_endpoint.secret_rolled': {
        actor: 'request',
        text: 'The webhook endpoint has a new secret; the old one ends after the overlap.',
      },
      'webhook_endpoint.enabled': {
        actor: 'request',
        text:
          'The webhook endpoint is enabled; `deliver` says which of its held events are delivered. ' +
          'If they are few, `delivered` counts them.',
      },
      'webhook_endpoint.disabled': {
        actor: 'maintain-webhooks',
        text: 'The webhook endpoint is disabled for the `reason`, and its events are held.',
      },
      'webhook_endpoint.deleted': { actor: 'request', text: 'The webhook endpoint was deleted.' },
      'webhook_endpoint.failing': {
        actor: 'maintain-webhooks',
        text: 'No delivery to the webhook endpoint has succeeded for an hour, or for a day.',
      },
    },
  },
  operator: {
    scope: 'operator',
    isOfCompany: true,
    events: {
      'operator.created': { actor: 'request', text: 'A person who works with the console was created.' },
      'operator.changed': { actor: 'request', text: 'Members of the person changed; `changed` names them.' },
      'operator.disabled': { actor: 'request', text: 'The person can no longer sign in, and every session has ended.' },
      'operator.enabled': { actor: 'request', text: 'The person can sign in again.' },
      'operator.password_reset': {
        actor: 'request',
        text: 'An administrator gave the person a new first password, and every session has ended.',
      },
      'operator.sessions_ended': {
        actor: 'request',
        text: 'An administrator ended every session of the person, who may sign in again.',
      },
      'operator.password_changed': {
        actor: 'request',
        text: 'The person chose a new password, and every other session has ended.',
      },
      'operator.signed_in': {
        actor: 'request',
        text: 'The person signed in to the console; `way` is `password` or `openid`.',
      },
      'operator.sign_in_limited': {
        actor: 'request',
        text:
          'Somebody sent too many passwords for the person. `limit` says which limit was reached: ' +
          '`pair` of the name from `network`, `name` from everywhere, or `password` in a session.',
      },
      'operator.signed_out': { actor: 'request', text: 'The person signed out.' },
      'operator.unmasked': {
        actor: 'request',
        text:
          'The person read a record with its numbers, names and tax ids in clear: `resource`, `id` ' +
          'and `reason` say which and why.',
      },
    },
  },
  role: {
    scope: 'people:read',
    isOfCompany: true,
    events: {
      'role.created': { actor: 'request', text: 'An administrator made a role for people.' },
      'role.changed': {
        actor: 'request',
        text: 'The name or the scopes of the role changed: `scopes` has those before and after.',
      },
      'role.deleted': { actor: 'request', text: 'A role that nobody had was deleted.' },
    },
  },
  'saved-view': {
    scope: 'operator',
    isOfCompany: true,
    events: {
      'saved_view.created': { actor: 'request', text: 'The filter of a page of the console was saved under a name.' },
      'saved_view.changed': { actor: 'request', text: 'Members of the saved view changed; `changed` names them.' },
      'saved_view.deleted': { actor: 'request', text: 'A saved view was deleted.' },
    },
  },
} as const satisfies Readonly<Record<string, EventKind>>;
