-- CreateTable
CREATE TABLE "bulk_operation" (
    "id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "operation" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "total" INTEGER NOT NULL,
    "settled_to" INTEGER NOT NULL DEFAULT 0,
    "key_id" UUID NOT NULL,
    "correlation_id" TEXT NOT NULL,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "bulk_operation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bulk_item" (
    "bulk_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "line_id" UUID NOT NULL,
    "order_id" UUID,
    "problem" JSONB,

    CONSTRAINT "bulk_item_pkey" PRIMARY KEY ("bulk_id","position")
);

-- CreateTable
CREATE TABLE "bulk_pace" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "paid_to" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "bulk_pace_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "bulk_operation_broker_id_created_at_id_idx" ON "bulk_operation"("broker_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "bulk_operation_created_at_id_idx" ON "bulk_operation"("created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "bulk_item_bulk_id_line_id_key" ON "bulk_item"("bulk_id", "line_id");

-- AddForeignKey
ALTER TABLE "bulk_operation" ADD CONSTRAINT "bulk_operation_broker_id_fkey" FOREIGN KEY ("broker_id") REFERENCES "broker"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bulk_item" ADD CONSTRAINT "bulk_item_bulk_id_fkey" FOREIGN KEY ("bulk_id") REFERENCES "bulk_operation"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bulk_item" ADD CONSTRAINT "bulk_item_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


-- From here on by hand: what Prisma's schema cannot say.

-- What is still to be done, which is little or nothing most of the time.
CREATE INDEX "bulk_operations_open" ON "bulk_operation" ("id") WHERE status IN ('RUNNING', 'CANCELLING');
CREATE INDEX "bulk_items_waiting" ON "bulk_item" ("bulk_id", "position") WHERE order_id IS NULL AND problem IS NULL;

ALTER TABLE "bulk_item" ADD CONSTRAINT "placed_or_refused" CHECK (order_id IS NULL OR problem IS NULL);
ALTER TABLE "bulk_operation" ADD CONSTRAINT "settled_within_total" CHECK (settled_to BETWEEN 0 AND total);
ALTER TABLE "bulk_operation" ADD CONSTRAINT "finished_at_its_end" CHECK ((finished_at IS NOT NULL) = (status IN ('COMPLETED', 'CANCELLED')));
ALTER TABLE "bulk_pace" ADD CONSTRAINT "one_pace" CHECK (id = 1);
INSERT INTO "bulk_pace" DEFAULT VALUES;

CREATE OR REPLACE TRIGGER bulk_operation_birth BEFORE INSERT ON "bulk_operation" FOR EACH ROW
  WHEN (NEW.status <> ALL ('{"RUNNING"}'))
  EXECUTE FUNCTION refuse_move('bulk-operation');
CREATE OR REPLACE TRIGGER bulk_operation_move BEFORE UPDATE OF status ON "bulk_operation" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND OLD.status || ' > ' || NEW.status <> ALL ('{"RUNNING > CANCELLING", "RUNNING > COMPLETED", "CANCELLING > CANCELLED"}'))
  EXECUTE FUNCTION refuse_move('bulk-operation');
