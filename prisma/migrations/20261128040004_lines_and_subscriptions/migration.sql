-- squawk-ignore-file constraint-missing-not-valid, renaming-column, require-concurrent-index-creation
-- squawk-ignore-file require-concurrent-index-deletion
-- Lines, offers, subscriptions and usage. The old names are those of 1.0.0.

ALTER TABLE "subscription" RENAME COLUMN "held_until" TO "not_before";
ALTER TABLE "paused_line" RENAME COLUMN "held_until" TO "not_before";
ALTER TABLE "paused_line" RENAME COLUMN "pause_over" TO "pause_ended";
ALTER TABLE "offer_version" RENAME CONSTRAINT "valid_for_a_while" TO "valid_until_is_after_valid_from";
ALTER TABLE "subscription" RENAME CONSTRAINT "cycles_have_days" TO "cycle_period_is_not_empty";
ALTER TABLE "subscription" RENAME CONSTRAINT "ended_at_its_end" TO "ended_at_when_ended";
ALTER TABLE "subscription_discount"
  RENAME CONSTRAINT "component_where_scoped_so" TO "component_when_scope_is_component";
ALTER TABLE "subscription_discount" RENAME CONSTRAINT "value_within_reason" TO "value_is_in_range";
ALTER TABLE "usage_credit" RENAME CONSTRAINT "never_negative" TO "used_within_granted";
ALTER TABLE "usage_record" RENAME CONSTRAINT "something_was_used" TO "counted_within_positive_amount";
ALTER TABLE "usage_day" RENAME CONSTRAINT "overage_is_part_of_it" TO "overage_within_amount";
ALTER INDEX "one_pause_at_a_time" RENAME TO "one_open_pause_per_subscription";
ALTER INDEX "one_of_each_product" RENAME TO "one_subscription_product_per_product";
ALTER TRIGGER "line_birth" ON "line" RENAME TO "line_initial_status";
ALTER TRIGGER "subscription_birth" ON "subscription" RENAME TO "subscription_initial_status";

-- Printed by buildGuardTriggers, as for the steps of orders.
CREATE OR REPLACE TRIGGER line_move AFTER UPDATE OF status ON "line" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT line_may_move(OLD.status, NEW.status))
  EXECUTE FUNCTION refuse_move('line');

-- The conditions name no column that changes when a line moves, so a move of a line writes no index (HOT) until the
-- line is TERMINATED.
DROP INDEX "one_live_line_per_msisdn", "one_live_line_per_iccid", "one_live_line_per_imsi";
CREATE UNIQUE INDEX "one_live_line_per_msisdn" ON "line" ("msisdn") WHERE terminated_at IS NULL;
CREATE UNIQUE INDEX "one_live_line_per_iccid" ON "line" ("iccid") WHERE terminated_at IS NULL;
CREATE UNIQUE INDEX "one_live_line_per_imsi" ON "line" ("imsi") WHERE terminated_at IS NULL;
-- All lines, so that a list by number needs no condition on the status.
CREATE INDEX "line_msisdn_idx" ON "line" ("msisdn");
CREATE INDEX "line_iccid_idx" ON "line" ("iccid");
CREATE INDEX "line_external_code_trigrams" ON "line" USING gin ("external_code" gin_trgm_ops);
CREATE INDEX "subscription_external_code_trigrams" ON "subscription" USING gin ("external_code" gin_trgm_ops);

-- The end of the last line ends the subscription, unless its offer keeps it.
ALTER TABLE "subscription"
  ADD COLUMN "on_last_line_ended" TEXT NOT NULL DEFAULT 'cancel',
  ADD COLUMN "cancel_for_no_line" BOOLEAN NOT NULL DEFAULT false,
  ADD CONSTRAINT "known_policy_on_last_line_ended" CHECK (on_last_line_ended IN ('cancel', 'keep')),
  ADD CONSTRAINT "cancel_for_no_line_has_a_time" CHECK (NOT cancel_for_no_line OR scheduled_cancel_at IS NOT NULL);

-- Written with the line, so that no end is missed. It has no foreign key and locks no subscription: orders are locked
-- after subscriptions. A creation that is undone goes from PROVISIONING to TERMINATED and is no end of a line.
CREATE TABLE "subscription_line_ended" (
    "line_id" UUID NOT NULL,
    "subscription_id" UUID NOT NULL,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "not_before" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "subscription_line_ended_pkey" PRIMARY KEY ("line_id")
);
CREATE INDEX "subscription_line_ended_created_at_line_id_idx" ON "subscription_line_ended" ("created_at", "line_id");

CREATE FUNCTION record_ended_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO subscription_line_ended (line_id, subscription_id)
  VALUES (NEW.id, NEW.subscription_id)
  ON CONFLICT (line_id) DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER line_of_subscription_ended AFTER UPDATE OF status ON "line" FOR EACH ROW
  WHEN (NEW.status = 'TERMINATED' AND OLD.status = 'TERMINATING' AND NEW.subscription_id IS NOT NULL)
  EXECUTE FUNCTION record_ended_line();

-- Written by the database, so that no join and no leave is missed, whoever changes the line.
CREATE TABLE "subscription_line" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "subscription_id" UUID NOT NULL,
    "line_id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "joined_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "left_at" TIMESTAMPTZ(3),
    CONSTRAINT "subscription_line_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "left_after_it_joined" CHECK (left_at >= joined_at),
    CONSTRAINT "subscription_line_subscription_id_broker_id_fkey" FOREIGN KEY ("subscription_id", "broker_id")
        REFERENCES "subscription" ("id", "broker_id") ON DELETE RESTRICT ON UPDATE NO ACTION,
    CONSTRAINT "subscription_line_line_id_broker_id_fkey" FOREIGN KEY ("line_id", "broker_id")
        REFERENCES "line" ("id", "broker_id") ON DELETE RESTRICT ON UPDATE NO ACTION
);
CREATE INDEX "subscription_line_subscription_id_joined_at_id_idx"
  ON "subscription_line" ("subscription_id", "joined_at", "id");
CREATE UNIQUE INDEX "one_subscription_per_line" ON "subscription_line" ("line_id") WHERE left_at IS NULL;

-- 1.0.0 did not keep the time when a line joined: its last event of that, else its creation.
INSERT INTO "subscription_line" (subscription_id, line_id, broker_id, joined_at)
SELECT l.subscription_id, l.id, l.broker_id,
  coalesce(
    (
      SELECT max(e.at)
      FROM "event" e
      WHERE e.resource_id = l.id AND e.type = 'line.changed' AND e.details -> 'changed' ? 'subscriptionId'
    ),
    l.created_at
  )
FROM "line" l
WHERE l.subscription_id IS NOT NULL;

CREATE FUNCTION record_subscription_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    UPDATE subscription_line SET left_at = greatest(now(), joined_at) WHERE line_id = NEW.id AND left_at IS NULL;
  END IF;
  IF NEW.subscription_id IS NOT NULL THEN
    INSERT INTO subscription_line (subscription_id, line_id, broker_id)
    VALUES (NEW.subscription_id, NEW.id, NEW.broker_id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER line_created_in_subscription AFTER INSERT ON "line" FOR EACH ROW
  WHEN (NEW.subscription_id IS NOT NULL)
  EXECUTE FUNCTION record_subscription_line();
CREATE TRIGGER line_changes_subscription AFTER UPDATE OF subscription_id ON "line" FOR EACH ROW
  WHEN (OLD.subscription_id IS DISTINCT FROM NEW.subscription_id)
  EXECUTE FUNCTION record_subscription_line();
