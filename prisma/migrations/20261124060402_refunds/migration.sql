ALTER TABLE "payment" VALIDATE CONSTRAINT "no_more_refunded_than_paid";
ALTER TABLE "payment" VALIDATE CONSTRAINT "only_what_was_paid_is_refunded";

-- CreateTable
CREATE TABLE "refund" (
    "id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "payment_id" UUID NOT NULL,
    "status" TEXT NOT NULL,
    "amount" DECIMAL(14,2) NOT NULL,
    "currency" TEXT NOT NULL DEFAULT 'BRL',
    "reason" TEXT,
    "due_at" TIMESTAMPTZ(3),
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "ended_at" TIMESTAMPTZ(3),
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "refund_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "refund_broker_id_created_at_id_idx" ON "refund"("broker_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "refund_created_at_id_idx" ON "refund"("created_at", "id");

-- CreateIndex
CREATE INDEX "refund_payment_id_idx" ON "refund"("payment_id");

-- AddForeignKey
ALTER TABLE "refund" ADD CONSTRAINT "refund_broker_id_fkey" FOREIGN KEY ("broker_id") REFERENCES "broker"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refund" ADD CONSTRAINT "refund_payment_id_broker_id_fkey" FOREIGN KEY ("payment_id", "broker_id") REFERENCES "payment"("id", "broker_id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- By hand: what Prisma's schema cannot say.

ALTER TABLE "refund" ADD CONSTRAINT "something_is_refunded" CHECK (amount > 0);
ALTER TABLE "refund" ADD CONSTRAINT "refund_due_while_pending" CHECK ((due_at IS NOT NULL) = (status = 'PENDING'));
ALTER TABLE "refund" ADD CONSTRAINT "refund_ended_at_its_end" CHECK ((ended_at IS NOT NULL) = (status IN ('COMPLETED', 'FAILED')));
CREATE INDEX "refunds_due" ON "refund" ("due_at", "id") WHERE due_at IS NOT NULL;

-- The payment counts its refunds, whoever writes them; its constraint refuses what is more than was paid. A refund that FAILED counts no more.
CREATE FUNCTION count_refunds() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  asked numeric := CASE WHEN NEW.status = 'FAILED' THEN 0 ELSE NEW.amount END;
  given numeric := CASE WHEN NEW.status = 'COMPLETED' THEN NEW.amount ELSE 0 END;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    asked := asked - CASE WHEN OLD.status = 'FAILED' THEN 0 ELSE OLD.amount END;
    given := given - CASE WHEN OLD.status = 'COMPLETED' THEN OLD.amount ELSE 0 END;
  END IF;
  UPDATE payment SET refunds_asked = refunds_asked + asked, refunded = refunded + given, updated_at = now() WHERE id = NEW.payment_id;
  RETURN NULL;
END $$;
CREATE TRIGGER refund_is_counted AFTER INSERT OR UPDATE OF status ON "refund" FOR EACH ROW
  EXECUTE FUNCTION count_refunds();

CREATE FUNCTION refuse_change_of_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the amount and the payment of a refund are written once' USING ERRCODE = 'check_violation', CONSTRAINT = 'refund_is_written_once';
END $$;
CREATE TRIGGER refund_is_written_once BEFORE UPDATE OF amount, payment_id ON "refund" FOR EACH ROW
  WHEN (OLD.amount <> NEW.amount OR OLD.payment_id <> NEW.payment_id)
  EXECUTE FUNCTION refuse_change_of_refund();

-- Printed by guardTriggers.
CREATE OR REPLACE FUNCTION refund_may_move(was text, becomes text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE was
    WHEN 'PENDING' THEN becomes IN ('COMPLETED', 'FAILED')
    ELSE false END;
END $$;
CREATE OR REPLACE TRIGGER refund_birth BEFORE INSERT ON "refund" FOR EACH ROW
  WHEN (NEW.status NOT IN ('PENDING'))
  EXECUTE FUNCTION refuse_move('refund');
CREATE OR REPLACE TRIGGER refund_move BEFORE UPDATE OF status ON "refund" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT refund_may_move(OLD.status, NEW.status))
  EXECUTE FUNCTION refuse_move('refund');
