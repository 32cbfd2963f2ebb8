-- Event types are noun.past_participle, with underscores within words. Each batch of events is a transaction: there may
-- be millions. An interrupted run is started again from the beginning. It is one statement, or PostgreSQL rejects the
-- COMMIT.
DO $$
DECLARE
  batch CONSTANT bigint := 20000;
  first bigint;
BEGIN
  PERFORM set_config('linework.renames_event_types', 'on', false);
  SELECT min(seq) INTO first FROM event;
  WHILE first IS NOT NULL LOOP
    UPDATE event e SET type = r.new_type
    FROM (VALUES
        ('line.provisioning-failed', 'line.provisioning_failed'),
        ('line.stood-by', 'line.standby'),
        ('line.activation-started', 'line.activation_started'),
        ('line.activation-failed', 'line.activation_failed'),
        ('line.block-started', 'line.block_started'),
        ('line.block-failed', 'line.block_failed'),
        ('line.termination-started', 'line.termination_started'),
        ('line.termination-failed', 'line.termination_failed'),
        ('order.rollback-started', 'order.rollback_started'),
        ('order.rolled-back', 'order.rolled_back'),
        ('order.rollback-failed', 'order.rollback_failed'),
        ('order.cancel-started', 'order.cancel_started'),
        ('order.cancel-failed', 'order.cancel_failed'),
        ('order.cancel-requested', 'order.cancel_requested'),
        ('order.retry-requested', 'order.retry_requested'),
        ('order.skip-requested', 'order.skip_requested'),
        ('order.rollback-requested', 'order.rollback_requested'),
        ('order.close-requested', 'order.close_requested'),
        ('resource.made-available', 'resource.made_available'),
        ('bulk-operation.started', 'bulk_operation.started'),
        ('bulk-operation.completed', 'bulk_operation.completed'),
        ('bulk-operation.completed-with-errors', 'bulk_operation.completed_with_errors'),
        ('bulk-operation.failed', 'bulk_operation.failed'),
        ('bulk-operation.cancel-started', 'bulk_operation.cancel_started'),
        ('bulk-operation.cancelled', 'bulk_operation.cancelled'),
        ('payment-method.created', 'payment_method.created'),
        ('payment-method.activated', 'payment_method.activated'),
        ('payment-method.suspended', 'payment_method.suspended'),
        ('payment-method.removed', 'payment_method.removed'),
        ('payment-method.refused', 'payment_method.refused'),
        ('payment-method.expired', 'payment_method.expired'),
        ('payment.charged-back', 'payment.charged_back'),
        ('tax-receipt.drafted', 'tax_receipt.drafted'),
        ('tax-receipt.issued', 'tax_receipt.issued'),
        ('tax-receipt.canceled', 'tax_receipt.canceled'),
        ('port-in.requested', 'port_in.requested'),
        ('port-in.accepted', 'port_in.accepted'),
        ('port-in.conflicted', 'port_in.conflicted'),
        ('port-in.activated', 'port_in.activated'),
        ('port-in.cancel-started', 'port_in.cancel_started'),
        ('port-in.cancelled', 'port_in.cancelled'),
        ('port-in.failed', 'port_in.failed'),
        ('port-out.agreed', 'port_out.agreed'),
        ('port-out.cancel-started', 'port_out.cancel_started'),
        ('port-out.started', 'port_out.started'),
        ('port-out.completed', 'port_out.completed'),
        ('port-out.cancelled', 'port_out.cancelled'),
        ('port-out.failed', 'port_out.failed'),
        ('line.sim-swapped', 'line.sim_swapped'),
        ('line.number-changed', 'line.number_changed'),
        ('order.parked', 'order.dead_lettered'),
        ('order.input-corrected', 'order.input_corrected'),
        ('order.step-skipped', 'order.step_skipped'),
        ('api-key.created', 'api_key.created'),
        ('api-key.rolled', 'api_key.rotated'),
        ('api-key.revoked', 'api_key.revoked'),
        ('resource-type.created', 'resource_type.created'),
        ('pool.low-availability', 'pool.low_availability_reached'),
        ('subscription.last-line-ended', 'subscription.last_line_ended'),
        ('subscription.product-added', 'subscription.product_added'),
        ('subscription.product-removed', 'subscription.product_removed'),
        ('payment-method.made-default', 'payment_method.made_default'),
        ('payment.cancel-asked', 'payment.cancel_requested'),
        ('invoice.payment-refunded', 'invoice.payment_refunded'),
        ('invoice.payment-taken-back', 'payment.reversed'),
        ('usage.half-used', 'usage.threshold_reached'),
        ('usage.mostly-used', 'usage.threshold_reached'),
        ('usage.used-up', 'usage.exhausted'),
        ('tax-receipt.refused', 'tax_receipt.refused'),
        ('payment-method.unanswered', 'payment_method.unanswered'),
        ('tax-receipt.unanswered', 'tax_receipt.unanswered'),
        ('port-in.unanswered', 'port_in.unanswered'),
        ('port-out.unanswered', 'port_out.unanswered'),
        ('payment-method.decided', 'payment_method.decided'),
        ('tax-receipt.decided', 'tax_receipt.decided'),
        ('port-in.decided', 'port_in.decided'),
        ('port-out.decided', 'port_out.decided'),
        ('port-in.corrected', 'port_in.corrected'),
        ('port-in.order-placed', 'port_in.order_placed')
      ) AS r(old_type, new_type)
    WHERE e.seq >= first AND e.seq < first + batch AND e.type = r.old_type;
    COMMIT;
    SELECT min(seq) INTO first FROM event WHERE seq >= first + batch;
  END LOOP;
  PERFORM set_config('linework.renames_event_types', 'off', false);
END $$;
