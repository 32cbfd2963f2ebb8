-- CreateTable
CREATE TABLE "port_in" (
    "id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "customer_id" UUID NOT NULL,
    "status" TEXT NOT NULL,
    "msisdn" TEXT NOT NULL,
    "donor" TEXT NOT NULL,
    "federal_tax_id" TEXT,
    "ticket" TEXT,
    "window_from" TIMESTAMPTZ(3) NOT NULL,
    "window_until" TIMESTAMPTZ(3) NOT NULL,
    "reason_code" TEXT,
    "reason_detail" TEXT,
    "pool_id" UUID NOT NULL,
    "line_id" UUID,
    "sim" JSONB,
    "order_id" UUID,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3),
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "told_revision" INTEGER,
    "asked_at" TIMESTAMPTZ(3),
    "accepted_at" TIMESTAMPTZ(3),
    "correlation_id" TEXT NOT NULL,
    "key_id" UUID NOT NULL,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "activated_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "port_in_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "port_out" (
    "id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "line_id" UUID NOT NULL,
    "status" TEXT NOT NULL,
    "msisdn" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "ticket" TEXT NOT NULL,
    "window_from" TIMESTAMPTZ(3) NOT NULL,
    "reason_detail" TEXT,
    "order_id" UUID,
    "due_at" TIMESTAMPTZ(3),
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "correlation_id" TEXT NOT NULL,
    "key_id" UUID NOT NULL,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "ended_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "port_out_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "port_in_broker_id_created_at_id_idx" ON "port_in"("broker_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "port_in_created_at_id_idx" ON "port_in"("created_at", "id");

-- CreateIndex
CREATE INDEX "port_in_msisdn_created_at_idx" ON "port_in"("msisdn", "created_at");

-- CreateIndex
CREATE INDEX "port_in_customer_id_idx" ON "port_in"("customer_id");

-- CreateIndex
CREATE INDEX "port_in_ticket_idx" ON "port_in"("ticket");

-- CreateIndex
CREATE INDEX "port_out_broker_id_created_at_id_idx" ON "port_out"("broker_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "port_out_created_at_id_idx" ON "port_out"("created_at", "id");

-- CreateIndex
CREATE INDEX "port_out_line_id_idx" ON "port_out"("line_id");

-- CreateIndex
CREATE INDEX "port_out_msisdn_created_at_idx" ON "port_out"("msisdn", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "port_out_broker_id_ticket_key" ON "port_out"("broker_id", "ticket");

-- AddForeignKey
ALTER TABLE "port_in" ADD CONSTRAINT "port_in_broker_id_fkey" FOREIGN KEY ("broker_id") REFERENCES "broker"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "port_in" ADD CONSTRAINT "port_in_customer_id_broker_id_fkey" FOREIGN KEY ("customer_id", "broker_id") REFERENCES "holder"("id", "broker_id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "port_out" ADD CONSTRAINT "port_out_broker_id_fkey" FOREIGN KEY ("broker_id") REFERENCES "broker"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "port_out" ADD CONSTRAINT "port_out_line_id_broker_id_fkey" FOREIGN KEY ("line_id", "broker_id") REFERENCES "line"("id", "broker_id") ON DELETE RESTRICT ON UPDATE NO ACTION;


-- From here on by hand: what Prisma's schema cannot say.

-- A number is on its way once at a time.
CREATE UNIQUE INDEX "one_port_in_under_way" ON "port_in" ("msisdn") WHERE status IN ('REQUESTED', 'PENDING', 'CONFLICT', 'CANCELLING');
CREATE INDEX "port_ins_due" ON "port_in" ("due_at", "id") WHERE due_at IS NOT NULL;
ALTER TABLE "port_in" ADD CONSTRAINT "window_of_some_length" CHECK (window_until > window_from);
ALTER TABLE "port_in" ADD CONSTRAINT "reason_of_a_conflict" CHECK (status <> 'CONFLICT' OR reason_code IS NOT NULL);
ALTER TABLE "port_in" ADD CONSTRAINT "port_in_due_while_under_way" CHECK (
  CASE WHEN status IN ('REQUESTED', 'PENDING', 'CANCELLING') THEN due_at IS NOT NULL WHEN status = 'CONFLICT' THEN true ELSE due_at IS NULL END);
CREATE UNIQUE INDEX "one_port_out_under_way" ON "port_out" ("line_id") WHERE status IN ('PENDING', 'IN_PROGRESS');
CREATE INDEX "port_outs_due" ON "port_out" ("due_at", "id") WHERE due_at IS NOT NULL;
ALTER TABLE "port_out" ADD CONSTRAINT "port_out_due_while_under_way" CHECK ((status IN ('PENDING', 'IN_PROGRESS')) = (due_at IS NOT NULL));

CREATE OR REPLACE TRIGGER port_in_birth BEFORE INSERT ON "port_in" FOR EACH ROW
  WHEN (NEW.status <> ALL ('{"REQUESTED"}'))
  EXECUTE FUNCTION refuse_move('port-in');
CREATE OR REPLACE TRIGGER port_in_move BEFORE UPDATE OF status ON "port_in" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND OLD.status || ' > ' || NEW.status <> ALL ('{"REQUESTED > CANCELLING", "REQUESTED > PENDING", "REQUESTED > CONFLICT", "REQUESTED > ERROR", "PENDING > CANCELLING", "PENDING > CONFLICT", "PENDING > ACTIVE", "PENDING > ERROR", "CONFLICT > PENDING", "CONFLICT > CANCELLING", "CONFLICT > ERROR", "CANCELLING > CANCELLED", "CANCELLING > PENDING", "CANCELLING > ERROR"}'))
  EXECUTE FUNCTION refuse_move('port-in');

CREATE OR REPLACE TRIGGER port_out_birth BEFORE INSERT ON "port_out" FOR EACH ROW
  WHEN (NEW.status <> ALL ('{"PENDING"}'))
  EXECUTE FUNCTION refuse_move('port-out');
CREATE OR REPLACE TRIGGER port_out_move BEFORE UPDATE OF status ON "port_out" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND OLD.status || ' > ' || NEW.status <> ALL ('{"PENDING > IN_PROGRESS", "PENDING > ERROR", "IN_PROGRESS > COMPLETED", "IN_PROGRESS > ERROR"}'))
  EXECUTE FUNCTION refuse_move('port-out');
