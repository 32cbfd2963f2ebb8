-- CreateTable
CREATE TABLE "payment_method" (
    "id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "customer_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "becomes_default" BOOLEAN NOT NULL DEFAULT false,
    "brand" TEXT,
    "last_four" TEXT,
    "expires_on" DATE,
    "reason" TEXT,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "due_at" TIMESTAMPTZ(3),
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "activated_at" TIMESTAMPTZ(3),
    "removed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "payment_method_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment" (
    "id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "customer_id" UUID NOT NULL,
    "invoice_id" UUID NOT NULL,
    "payment_method_id" UUID NOT NULL,
    "method" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "amount" DECIMAL(14,2) NOT NULL,
    "currency" TEXT NOT NULL DEFAULT 'BRL',
    "reason" TEXT,
    "cancel_asked_at" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3),
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "authorized_at" TIMESTAMPTZ(3),
    "confirmed_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "payment_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "payment_method_broker_id_created_at_id_idx" ON "payment_method"("broker_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "payment_method_created_at_id_idx" ON "payment_method"("created_at", "id");

-- CreateIndex
CREATE INDEX "payment_method_customer_id_idx" ON "payment_method"("customer_id");

-- CreateIndex
CREATE UNIQUE INDEX "payment_method_id_broker_id_key" ON "payment_method"("id", "broker_id");

-- CreateIndex
CREATE INDEX "payment_broker_id_created_at_id_idx" ON "payment"("broker_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "payment_created_at_id_idx" ON "payment"("created_at", "id");

-- CreateIndex
CREATE INDEX "payment_invoice_id_idx" ON "payment"("invoice_id");

-- CreateIndex
CREATE INDEX "payment_payment_method_id_idx" ON "payment"("payment_method_id");

-- CreateIndex
CREATE INDEX "payment_customer_id_idx" ON "payment"("customer_id");

-- AddForeignKey
ALTER TABLE "payment_method" ADD CONSTRAINT "payment_method_broker_id_fkey" FOREIGN KEY ("broker_id") REFERENCES "broker"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_method" ADD CONSTRAINT "payment_method_customer_id_broker_id_fkey" FOREIGN KEY ("customer_id", "broker_id") REFERENCES "holder"("id", "broker_id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "payment" ADD CONSTRAINT "payment_broker_id_fkey" FOREIGN KEY ("broker_id") REFERENCES "broker"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment" ADD CONSTRAINT "payment_customer_id_broker_id_fkey" FOREIGN KEY ("customer_id", "broker_id") REFERENCES "holder"("id", "broker_id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "payment" ADD CONSTRAINT "payment_invoice_id_broker_id_fkey" FOREIGN KEY ("invoice_id", "broker_id") REFERENCES "invoice"("id", "broker_id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "payment" ADD CONSTRAINT "payment_payment_method_id_broker_id_fkey" FOREIGN KEY ("payment_method_id", "broker_id") REFERENCES "payment_method"("id", "broker_id") ON DELETE RESTRICT ON UPDATE NO ACTION;


-- From here on by hand: what Prisma's schema cannot say.

ALTER TABLE "payment_method" ADD CONSTRAINT "known_type" CHECK (type IN ('CARD', 'PIX_AUTHORIZATION'));
-- No card number, whoever writes it: nothing but digits, as many as a card has.
ALTER TABLE "payment_method" ADD CONSTRAINT "token_is_no_card_number" CHECK (token !~ '^[0-9 -]{12,}$');
ALTER TABLE "payment_method" ADD CONSTRAINT "default_is_active" CHECK (NOT is_default OR status = 'ACTIVE');
CREATE UNIQUE INDEX "one_default_per_holder" ON "payment_method" ("customer_id") WHERE is_default;
CREATE UNIQUE INDEX "one_method_per_token" ON "payment_method" ("broker_id", "token") WHERE status NOT IN ('REMOVED', 'REFUSED');
CREATE INDEX "payment_methods_due" ON "payment_method" ("due_at", "id") WHERE due_at IS NOT NULL;
CREATE INDEX "payment_methods_running_out" ON "payment_method" ("expires_on", "id") WHERE status = 'ACTIVE' AND expires_on IS NOT NULL;

ALTER TABLE "payment" ADD CONSTRAINT "something_is_paid" CHECK (amount > 0);
-- An invoice is being paid, or was paid, once.
CREATE UNIQUE INDEX "one_payment_per_invoice" ON "payment" ("invoice_id") WHERE status IN ('PENDING', 'AUTHORIZED', 'CONFIRMED');
CREATE INDEX "payments_due" ON "payment" ("due_at", "id") WHERE due_at IS NOT NULL;
ALTER TABLE "payment" ADD CONSTRAINT "ended_at_its_end" CHECK ((ended_at IS NOT NULL) = (status IN ('REFUNDED', 'CHARGED_BACK', 'FAILED', 'CANCELED')));

CREATE OR REPLACE TRIGGER payment_method_birth BEFORE INSERT ON "payment_method" FOR EACH ROW
  WHEN (NEW.status <> ALL ('{"PENDING"}'))
  EXECUTE FUNCTION refuse_move('payment-method');
CREATE OR REPLACE TRIGGER payment_method_move BEFORE UPDATE OF status ON "payment_method" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND OLD.status || ' > ' || NEW.status <> ALL ('{"PENDING > ACTIVE", "PENDING > REMOVED", "PENDING > REFUSED", "ACTIVE > SUSPENDED", "ACTIVE > REMOVED", "ACTIVE > EXPIRED", "SUSPENDED > ACTIVE", "SUSPENDED > REMOVED"}'))
  EXECUTE FUNCTION refuse_move('payment-method');

CREATE OR REPLACE TRIGGER payment_birth BEFORE INSERT ON "payment" FOR EACH ROW
  WHEN (NEW.status <> ALL ('{"PENDING"}'))
  EXECUTE FUNCTION refuse_move('payment');
CREATE OR REPLACE TRIGGER payment_move BEFORE UPDATE OF status ON "payment" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND OLD.status || ' > ' || NEW.status <> ALL ('{"PENDING > CANCELED", "PENDING > AUTHORIZED", "PENDING > CONFIRMED", "PENDING > FAILED", "AUTHORIZED > CANCELED", "AUTHORIZED > CONFIRMED", "AUTHORIZED > FAILED", "CONFIRMED > REFUNDED", "CONFIRMED > CHARGED_BACK"}'))
  EXECUTE FUNCTION refuse_move('payment');
