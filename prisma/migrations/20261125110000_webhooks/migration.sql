-- CreateTable
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

    CONSTRAINT "webhook_endpoint_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_secret" (
    "id" UUID NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "public_key" TEXT,
    "data_key_id" UUID NOT NULL,
    "ciphertext" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_secret_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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
    "tries" INTEGER NOT NULL DEFAULT 0,
    "response_code" INTEGER,
    "reason" TEXT,
    "delivered_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

    CONSTRAINT "webhook_attempt_pkey" PRIMARY KEY ("delivery_id","number")
);

-- CreateTable
CREATE TABLE "webhook_cursor" (
    "id" INTEGER NOT NULL,
    "position" BIGINT NOT NULL,

    CONSTRAINT "webhook_cursor_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "webhook_endpoint_broker_id_created_at_id_idx" ON "webhook_endpoint"("broker_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "webhook_endpoint_created_at_id_idx" ON "webhook_endpoint"("created_at", "id");

-- CreateIndex
CREATE INDEX "webhook_secret_endpoint_id_idx" ON "webhook_secret"("endpoint_id");

-- CreateIndex
CREATE INDEX "webhook_delivery_endpoint_id_created_at_id_idx" ON "webhook_delivery"("endpoint_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "webhook_delivery_broker_id_created_at_id_idx" ON "webhook_delivery"("broker_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "webhook_delivery_created_at_id_idx" ON "webhook_delivery"("created_at", "id");

-- AddForeignKey
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_broker_id_fkey" FOREIGN KEY ("broker_id") REFERENCES "broker"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_secret" ADD CONSTRAINT "webhook_secret_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoint"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_secret" ADD CONSTRAINT "webhook_secret_data_key_id_fkey" FOREIGN KEY ("data_key_id") REFERENCES "secret_data_key"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoint"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_attempt" ADD CONSTRAINT "webhook_attempt_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "webhook_delivery"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- From here on by hand: what Prisma's schema cannot say.

ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "types_of_endpoint_are_listed" CHECK (cardinality(types) > 0);
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "payload_of_endpoint" CHECK (payload IN ('full', 'thin'));
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "ordering_of_endpoint" CHECK (ordering IN ('none', 'resource'));
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "signature_of_endpoint" CHECK (signature IN ('hmac', 'ed25519'));
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "disabled_endpoints_have_a_reason" CHECK ((disabled_reason IS NOT NULL) = (status = 'disabled'));
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "failing_endpoints_have_failures" CHECK ((failing_since IS NOT NULL) = (failures > 0));
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "only_enabled_endpoints_are_due" CHECK (next_at IS NULL OR status = 'enabled');
CREATE INDEX "webhook_endpoints_due" ON "webhook_endpoint" ("next_at") WHERE next_at IS NOT NULL;
CREATE INDEX "webhook_endpoints_failing" ON "webhook_endpoint" ("failing_since") WHERE failing_since IS NOT NULL;

ALTER TABLE "webhook_secret" ADD CONSTRAINT "kind_of_secret" CHECK (kind IN ('hmac', 'ed25519'));
ALTER TABLE "webhook_secret" ADD CONSTRAINT "ed25519_keys_have_a_public_half" CHECK ((public_key IS NOT NULL) = (kind = 'ed25519'));
CREATE UNIQUE INDEX "one_newest_secret_per_endpoint" ON "webhook_secret" ("endpoint_id") WHERE expires_at IS NULL;

ALTER TABLE "webhook_delivery" ADD CONSTRAINT "cause_of_delivery" CHECK (cause IN ('event', 'manual', 'replay', 'test'));
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "only_samples_have_no_event" CHECK ((event_seq IS NULL) = (cause = 'test') AND (position IS NULL) = (cause = 'test'));
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "causes_are_named" CHECK ((cause_id IS NOT NULL) = (cause IN ('manual', 'replay')));
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "open_deliveries_are_due" CHECK ((due_at IS NOT NULL) = (status IN ('pending', 'delivering', 'waiting')));
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "delivered_at_once_delivered" CHECK ((delivered_at IS NOT NULL) = (status = 'delivered'));
-- An event is sent once because it happened, and once for each replay.
CREATE UNIQUE INDEX "one_delivery_per_event_and_endpoint" ON "webhook_delivery" ("endpoint_id", "position") WHERE cause = 'event';
CREATE UNIQUE INDEX "one_delivery_per_event_and_replay" ON "webhook_delivery" ("cause_id", "position") WHERE cause = 'replay';
CREATE INDEX "webhook_deliveries_due" ON "webhook_delivery" ("endpoint_id", "due_at", "position") WHERE due_at IS NOT NULL;
CREATE INDEX "webhook_samples_due" ON "webhook_delivery" ("due_at") WHERE cause = 'test' AND due_at IS NOT NULL;
CREATE INDEX "webhook_deliveries_open_of_record" ON "webhook_delivery" ("endpoint_id", "resource_id", "position") WHERE due_at IS NOT NULL;
CREATE INDEX "webhook_deliveries_held" ON "webhook_delivery" ("endpoint_id") WHERE status = 'held';

ALTER TABLE "webhook_attempt" ADD CONSTRAINT "outcome_of_webhook_attempt" CHECK (outcome IN ('delivered', 'failed', 'lost'));
ALTER TABLE "webhook_attempt" ADD CONSTRAINT "webhook_attempt_ended_with_an_outcome" CHECK ((ended_at IS NULL) = (outcome IS NULL));

ALTER TABLE "webhook_cursor" ADD CONSTRAINT "one_webhook_cursor" CHECK (id = 1);
INSERT INTO "webhook_cursor" (id, position) VALUES (1, 0);

-- Printed by buildGuardTriggers.
CREATE OR REPLACE FUNCTION webhook_endpoint_may_move(was text, becomes text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE was
    WHEN 'enabled' THEN becomes IN ('disabled', 'deleted')
    WHEN 'disabled' THEN becomes IN ('enabled', 'deleted')
    ELSE false END;
END $$;
CREATE OR REPLACE TRIGGER webhook_endpoint_initial_status BEFORE INSERT ON "webhook_endpoint" FOR EACH ROW
  WHEN (NEW.status NOT IN ('enabled'))
  EXECUTE FUNCTION refuse_move('webhook-endpoint');
CREATE OR REPLACE TRIGGER webhook_endpoint_move BEFORE UPDATE OF status ON "webhook_endpoint" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT webhook_endpoint_may_move(OLD.status, NEW.status))
  EXECUTE FUNCTION refuse_move('webhook-endpoint');

CREATE OR REPLACE FUNCTION webhook_delivery_may_move(was text, becomes text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE was
    WHEN 'pending' THEN becomes IN ('delivering', 'held', 'failed')
    WHEN 'delivering' THEN becomes IN ('delivered', 'waiting', 'held', 'failed')
    WHEN 'waiting' THEN becomes IN ('delivering', 'held', 'failed')
    WHEN 'held' THEN becomes IN ('pending', 'failed')
    ELSE false END;
END $$;
CREATE OR REPLACE TRIGGER webhook_delivery_initial_status BEFORE INSERT ON "webhook_delivery" FOR EACH ROW
  WHEN (NEW.status NOT IN ('pending', 'held'))
  EXECUTE FUNCTION refuse_move('webhook-delivery');
CREATE OR REPLACE TRIGGER webhook_delivery_move BEFORE UPDATE OF status ON "webhook_delivery" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT webhook_delivery_may_move(OLD.status, NEW.status))
  EXECUTE FUNCTION refuse_move('webhook-delivery');
