-- Webhooks: endpoints, their secrets, and the deliveries of events to them.

-- key_id: the key or the person that chose the address. moving: what a worker still does to the deliveries of the
-- endpoint, and with `release` the time from which they are wanted.
CREATE TABLE "webhook_endpoint" (
    "id" UUID NOT NULL,
    "broker_id" UUID,
    "url" TEXT NOT NULL,
    "description" TEXT,
    "types" TEXT[] NOT NULL,
    "resource_id" UUID,
    "payload" TEXT NOT NULL,
    "ordering" TEXT NOT NULL,
    "signature" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "disabled_reason" TEXT,
    "scopes" TEXT[] NOT NULL,
    "failing_since" TIMESTAMPTZ(3),
    "last_failure_at" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "announced" INTEGER NOT NULL DEFAULT 0,
    "blocked_until" TIMESTAMPTZ(3),
    "next_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "key_id" UUID,
    "moving" TEXT,
    "release_from" TIMESTAMPTZ(3),
    CONSTRAINT "webhook_endpoint_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "types_of_endpoint_are_listed" CHECK (cardinality(types) > 0),
    CONSTRAINT "payload_of_endpoint" CHECK (payload IN ('full', 'thin')),
    CONSTRAINT "ordering_of_endpoint" CHECK (ordering IN ('none', 'resource')),
    CONSTRAINT "signature_of_endpoint" CHECK (signature IN ('hmac', 'ed25519')),
    CONSTRAINT "disabled_endpoints_have_a_reason" CHECK ((disabled_reason IS NOT NULL) = (status = 'disabled')),
    CONSTRAINT "failing_endpoints_have_failures" CHECK ((failing_since IS NOT NULL) = (failures > 0)),
    CONSTRAINT "only_enabled_endpoints_are_due" CHECK (next_at IS NULL OR status = 'enabled'),
    CONSTRAINT "moves_of_endpoint" CHECK (
      moving IS NULL
      OR (moving = 'hold' AND status = 'disabled')
      OR (moving = 'release' AND status = 'enabled')
      OR (moving = 'end' AND status = 'deleted')),
    CONSTRAINT "releases_have_a_beginning"
        CHECK ((release_from IS NOT NULL) = (moving IS NOT DISTINCT FROM 'release')),
    CONSTRAINT "webhook_endpoint_broker_id_fkey" FOREIGN KEY ("broker_id")
        REFERENCES "broker" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "webhook_endpoint_broker_id_created_at_id_idx" ON "webhook_endpoint" ("broker_id", "created_at", "id");
CREATE INDEX "webhook_endpoint_created_at_id_idx" ON "webhook_endpoint" ("created_at", "id");
CREATE INDEX "webhook_endpoints_due" ON "webhook_endpoint" ("next_at") WHERE next_at IS NOT NULL;
CREATE INDEX "webhook_endpoints_failing" ON "webhook_endpoint" ("failing_since") WHERE failing_since IS NOT NULL;

CREATE TABLE "webhook_secret" (
    "id" UUID NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "public_key" TEXT,
    "data_key_id" UUID NOT NULL,
    "ciphertext" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    CONSTRAINT "webhook_secret_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "kind_of_secret" CHECK (kind IN ('hmac', 'ed25519')),
    CONSTRAINT "ed25519_keys_have_a_public_half" CHECK ((public_key IS NOT NULL) = (kind = 'ed25519')),
    CONSTRAINT "webhook_secret_endpoint_id_fkey" FOREIGN KEY ("endpoint_id")
        REFERENCES "webhook_endpoint" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "webhook_secret_data_key_id_fkey" FOREIGN KEY ("data_key_id")
        REFERENCES "secret_data_key" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "webhook_secret_endpoint_id_idx" ON "webhook_secret" ("endpoint_id");
CREATE UNIQUE INDEX "one_newest_secret_per_endpoint" ON "webhook_secret" ("endpoint_id") WHERE expires_at IS NULL;

-- has_predecessor: an earlier delivery of the record is open and the endpoint orders by record, so this one is not due.
CREATE TABLE "webhook_delivery" (
    "id" UUID NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "broker_id" UUID,
    "event_seq" BIGINT,
    "position" BIGINT,
    "event_type" TEXT NOT NULL,
    "resource_id" UUID,
    "cause" TEXT NOT NULL,
    "cause_id" UUID,
    "key_id" UUID,
    "status" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "attempts_since_enabled" INTEGER NOT NULL DEFAULT 0,
    "response_code" INTEGER,
    "reason" TEXT,
    "delivered_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "has_predecessor" BOOLEAN NOT NULL DEFAULT false,
    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "cause_of_delivery" CHECK (cause IN ('event', 'manual', 'replay', 'test')),
    CONSTRAINT "only_samples_have_no_event"
        CHECK ((event_seq IS NULL) = (cause = 'test') AND (position IS NULL) = (cause = 'test')),
    CONSTRAINT "causes_are_named" CHECK ((cause_id IS NOT NULL) = (cause IN ('manual', 'replay'))),
    CONSTRAINT "open_deliveries_are_due"
        CHECK ((due_at IS NOT NULL) = (status IN ('pending', 'delivering', 'waiting'))),
    CONSTRAINT "delivered_at_once_delivered" CHECK ((delivered_at IS NOT NULL) = (status = 'delivered')),
    CONSTRAINT "webhook_delivery_endpoint_id_fkey" FOREIGN KEY ("endpoint_id")
        REFERENCES "webhook_endpoint" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "webhook_delivery_endpoint_id_created_at_id_idx"
  ON "webhook_delivery" ("endpoint_id", "created_at", "id");
CREATE INDEX "webhook_delivery_broker_id_created_at_id_idx" ON "webhook_delivery" ("broker_id", "created_at", "id");
CREATE INDEX "webhook_delivery_created_at_id_idx" ON "webhook_delivery" ("created_at", "id");
-- An event is sent once because it happened, and once for each replay.
CREATE UNIQUE INDEX "one_delivery_per_event_and_endpoint" ON "webhook_delivery" ("endpoint_id", "position")
  WHERE cause = 'event';
CREATE UNIQUE INDEX "one_delivery_per_event_and_replay" ON "webhook_delivery" ("cause_id", "position")
  WHERE cause = 'replay';
-- Whether an event was sent again to an endpoint.
CREATE INDEX "webhook_deliveries_asked_for" ON "webhook_delivery" ("endpoint_id", "position")
  WHERE cause IN ('manual', 'replay');
CREATE INDEX "webhook_samples_due" ON "webhook_delivery" ("due_at") WHERE cause = 'test' AND due_at IS NOT NULL;
CREATE INDEX "webhook_deliveries_open_of_record" ON "webhook_delivery" ("endpoint_id", "resource_id", "position")
  WHERE due_at IS NOT NULL;
-- What a worker may send. It reads as many rows as it sends.
CREATE INDEX "webhook_deliveries_next" ON "webhook_delivery" ("endpoint_id", "due_at", "position")
  WHERE due_at IS NOT NULL AND NOT has_predecessor AND cause <> 'test';
-- What waits for an earlier delivery of its record.
CREATE INDEX "webhook_deliveries_behind" ON "webhook_delivery" ("endpoint_id", "resource_id", "position")
  WHERE has_predecessor AND due_at IS NOT NULL;
-- To count the calls of an endpoint that run.
CREATE INDEX "webhook_deliveries_running" ON "webhook_delivery" ("endpoint_id", "due_at") WHERE status = 'delivering';
-- What may be deleted, whatever is open and as old.
CREATE INDEX "webhook_deliveries_ended" ON "webhook_delivery" ("created_at") WHERE due_at IS NULL;
-- Held deliveries are released in the order of their positions.
CREATE INDEX "webhook_deliveries_held_by_position" ON "webhook_delivery" ("endpoint_id", "position")
  WHERE status = 'held';

CREATE TABLE "webhook_attempt" (
    "delivery_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    "outcome" TEXT,
    "reason" TEXT,
    "response_code" INTEGER,
    "response_body" TEXT,
    "duration_ms" INTEGER,
    CONSTRAINT "webhook_attempt_pkey" PRIMARY KEY ("delivery_id", "number"),
    CONSTRAINT "outcome_of_webhook_attempt" CHECK (outcome IN ('delivered', 'failed', 'lost')),
    CONSTRAINT "webhook_attempt_ended_with_an_outcome" CHECK ((ended_at IS NULL) = (outcome IS NULL)),
    CONSTRAINT "webhook_attempt_delivery_id_fkey" FOREIGN KEY ("delivery_id")
        REFERENCES "webhook_delivery" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "webhook_cursor" (
    "id" INTEGER NOT NULL,
    "position" BIGINT NOT NULL,
    CONSTRAINT "webhook_cursor_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "one_webhook_cursor" CHECK (id = 1)
);
INSERT INTO "webhook_cursor" (id, position) VALUES (1, 0);

-- The endpoints that the fan-out skipped because they were locked, with the last position that they have.
CREATE TABLE "webhook_lag" (
    "endpoint_id" UUID NOT NULL,
    "position" BIGINT NOT NULL,
    CONSTRAINT "webhook_lag_pkey" PRIMARY KEY ("endpoint_id"),
    CONSTRAINT "webhook_lag_endpoint_id_fkey" FOREIGN KEY ("endpoint_id")
        REFERENCES "webhook_endpoint" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- Whoever owns an endpoint chooses who gets the events, for as long as it exists. Among people that is an
-- administrator's matter.
CREATE FUNCTION "check_owner_of_webhook_endpoint"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  person operator%ROWTYPE;
BEGIN
  SELECT * INTO person FROM operator WHERE id = NEW.key_id;
  IF NOT FOUND THEN
    RETURN NEW;
  END IF;
  IF person.role <> 'administrator' OR person.disabled_at IS NOT NULL THEN
    RAISE EXCEPTION 'a person who owns an endpoint is an enabled administrator'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'administrators_own_endpoints', TABLE = 'webhook_endpoint';
  END IF;
  IF NOT NEW.scopes <@ ARRAY['events:read'] THEN
    RAISE EXCEPTION 'an endpoint of a person gets masked events'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'endpoints_of_people_are_masked', TABLE = 'webhook_endpoint';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER "owner_of_new_webhook_endpoint" BEFORE INSERT ON "webhook_endpoint" FOR EACH ROW
  WHEN (NEW.key_id IS NOT NULL)
  EXECUTE FUNCTION "check_owner_of_webhook_endpoint"();
CREATE TRIGGER "owner_of_webhook_endpoint" BEFORE UPDATE OF key_id, scopes ON "webhook_endpoint" FOR EACH ROW
  WHEN (NEW.key_id IS NOT NULL
    AND (NEW.key_id IS DISTINCT FROM OLD.key_id OR NEW.scopes IS DISTINCT FROM OLD.scopes))
  EXECUTE FUNCTION "check_owner_of_webhook_endpoint"();

-- When a delivery has ended, the next one of its record is due. A disabled or deleted endpoint moves its deliveries
-- without this.
CREATE FUNCTION release_next_webhook_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT
    FROM webhook_delivery
    WHERE endpoint_id = NEW.endpoint_id AND resource_id = NEW.resource_id AND has_predecessor AND due_at IS NOT NULL
  ) THEN
    UPDATE webhook_delivery
    SET has_predecessor = false
    WHERE endpoint_id = NEW.endpoint_id
      AND resource_id = NEW.resource_id
      AND has_predecessor
      AND due_at IS NOT NULL
      AND position = (
        SELECT min(position)
        FROM webhook_delivery
        WHERE endpoint_id = NEW.endpoint_id AND resource_id = NEW.resource_id AND due_at IS NOT NULL);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER webhook_delivery_ended AFTER UPDATE OF due_at ON "webhook_delivery" FOR EACH ROW
  WHEN (OLD.due_at IS NOT NULL AND NEW.due_at IS NULL AND NEW.resource_id IS NOT NULL
    AND NEW.status IN ('delivered', 'failed')
    AND NEW.reason IS DISTINCT FROM 'endpoint-deleted')
  EXECUTE FUNCTION release_next_webhook_delivery();

-- Printed by buildGuardTriggers.
CREATE FUNCTION webhook_endpoint_may_move(was text, becomes text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE was
    WHEN 'enabled' THEN becomes IN ('disabled', 'deleted')
    WHEN 'disabled' THEN becomes IN ('enabled', 'deleted')
    ELSE false END;
END $$;
CREATE TRIGGER webhook_endpoint_initial_status BEFORE INSERT ON "webhook_endpoint" FOR EACH ROW
  WHEN (NEW.status NOT IN ('enabled'))
  EXECUTE FUNCTION refuse_move('webhook-endpoint');
CREATE TRIGGER webhook_endpoint_move BEFORE UPDATE OF status ON "webhook_endpoint" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT webhook_endpoint_may_move(OLD.status, NEW.status))
  EXECUTE FUNCTION refuse_move('webhook-endpoint');

CREATE FUNCTION webhook_delivery_may_move(was text, becomes text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE was
    WHEN 'pending' THEN becomes IN ('delivering', 'held', 'failed')
    WHEN 'delivering' THEN becomes IN ('delivered', 'waiting', 'held', 'failed')
    WHEN 'waiting' THEN becomes IN ('delivering', 'held', 'failed')
    WHEN 'held' THEN becomes IN ('pending', 'failed')
    ELSE false END;
END $$;
CREATE TRIGGER webhook_delivery_initial_status BEFORE INSERT ON "webhook_delivery" FOR EACH ROW
  WHEN (NEW.status NOT IN ('pending', 'held'))
  EXECUTE FUNCTION refuse_move('webhook-delivery');
CREATE TRIGGER webhook_delivery_move BEFORE UPDATE OF status ON "webhook_delivery" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT webhook_delivery_may_move(OLD.status, NEW.status))
  EXECUTE FUNCTION refuse_move('webhook-delivery');
