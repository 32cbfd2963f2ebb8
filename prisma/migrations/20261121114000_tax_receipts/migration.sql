-- CreateTable
CREATE TABLE "supplier" (
    "id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "trade_name" TEXT,
    "federal_tax_id" TEXT NOT NULL,
    "state_tax_id" TEXT NOT NULL,
    "regime" TEXT NOT NULL,
    "address" JSONB NOT NULL,
    "collector_code" TEXT,
    "series" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "supplier_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "serial_number" (
    "id" UUID NOT NULL,
    "supplier_id" UUID NOT NULL,
    "document_model" TEXT NOT NULL,
    "uf" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "last_number" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "serial_number_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "freed_number" (
    "serial_number_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,

    CONSTRAINT "freed_number_pkey" PRIMARY KEY ("serial_number_id","number")
);

-- CreateTable
CREATE TABLE "tax_receipt" (
    "id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "customer_id" UUID NOT NULL,
    "supplier_id" UUID NOT NULL,
    "invoice_id" UUID NOT NULL,
    "status" TEXT NOT NULL,
    "document_model" TEXT NOT NULL,
    "uf" TEXT NOT NULL,
    "serial_number_id" UUID,
    "number" INTEGER,
    "total_amount" DECIMAL(14,2) NOT NULL,
    "content" JSONB NOT NULL,
    "code" TEXT,
    "access_key" TEXT,
    "issuing_at" TIMESTAMPTZ(3),
    "protocol" TEXT,
    "authorisation" JSONB,
    "signed_xml" TEXT,
    "issued_at" TIMESTAMPTZ(3),
    "canceled_at" TIMESTAMPTZ(3),
    "cancel_protocol" TEXT,
    "canceling_at" TIMESTAMPTZ(3),
    "cancel_xml" TEXT,
    "refusal" JSONB,
    "due_at" TIMESTAMPTZ(3),
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "asked_by" UUID,
    "asked_under" BYTEA,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tax_receipt_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "supplier_broker_id_federal_tax_id_key" ON "supplier"("broker_id", "federal_tax_id");

-- CreateIndex
CREATE UNIQUE INDEX "supplier_federal_tax_id_series_key" ON "supplier"("federal_tax_id", "series");

-- CreateIndex
CREATE UNIQUE INDEX "supplier_id_broker_id_key" ON "supplier"("id", "broker_id");

-- CreateIndex
CREATE UNIQUE INDEX "serial_number_supplier_id_document_model_uf_environment_key" ON "serial_number"("supplier_id", "document_model", "uf", "environment");

-- CreateIndex
CREATE UNIQUE INDEX "tax_receipt_access_key_key" ON "tax_receipt"("access_key");

-- CreateIndex
CREATE INDEX "tax_receipt_broker_id_created_at_id_idx" ON "tax_receipt"("broker_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "tax_receipt_created_at_id_idx" ON "tax_receipt"("created_at", "id");

-- CreateIndex
CREATE INDEX "tax_receipt_broker_id_issued_at_idx" ON "tax_receipt"("broker_id", "issued_at");

-- CreateIndex
CREATE INDEX "tax_receipt_customer_id_created_at_id_idx" ON "tax_receipt"("customer_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "tax_receipt_invoice_id_idx" ON "tax_receipt"("invoice_id");

-- CreateIndex
CREATE UNIQUE INDEX "tax_receipt_serial_number_id_number_key" ON "tax_receipt"("serial_number_id", "number");

-- AddForeignKey
ALTER TABLE "supplier" ADD CONSTRAINT "supplier_broker_id_fkey" FOREIGN KEY ("broker_id") REFERENCES "broker"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "serial_number" ADD CONSTRAINT "serial_number_supplier_id_fkey" FOREIGN KEY ("supplier_id") REFERENCES "supplier"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "freed_number" ADD CONSTRAINT "freed_number_serial_number_id_fkey" FOREIGN KEY ("serial_number_id") REFERENCES "serial_number"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tax_receipt" ADD CONSTRAINT "tax_receipt_broker_id_fkey" FOREIGN KEY ("broker_id") REFERENCES "broker"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tax_receipt" ADD CONSTRAINT "tax_receipt_customer_id_broker_id_fkey" FOREIGN KEY ("customer_id", "broker_id") REFERENCES "holder"("id", "broker_id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "tax_receipt" ADD CONSTRAINT "tax_receipt_supplier_id_broker_id_fkey" FOREIGN KEY ("supplier_id", "broker_id") REFERENCES "supplier"("id", "broker_id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "tax_receipt" ADD CONSTRAINT "tax_receipt_invoice_id_broker_id_fkey" FOREIGN KEY ("invoice_id", "broker_id") REFERENCES "invoice"("id", "broker_id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "tax_receipt" ADD CONSTRAINT "tax_receipt_serial_number_id_fkey" FOREIGN KEY ("serial_number_id") REFERENCES "serial_number"("id") ON DELETE SET NULL ON UPDATE CASCADE;


-- From here on by hand: what Prisma's schema cannot say.

ALTER TABLE "tax_receipt" ADD CONSTRAINT "known_model" CHECK (document_model IN ('22', '62', 'DEBIT_RECEIPT'));
ALTER TABLE "tax_receipt" ADD CONSTRAINT "issued_with_a_number" CHECK (status <> 'ACTIVE' OR (number IS NOT NULL AND serial_number_id IS NOT NULL AND issued_at IS NOT NULL));
ALTER TABLE "tax_receipt" ADD CONSTRAINT "canceled_at_when_canceled" CHECK ((canceled_at IS NOT NULL) = (status = 'CANCELED'));
ALTER TABLE "tax_receipt" ADD CONSTRAINT "authorised_with_a_key" CHECK (document_model <> '62' OR status <> 'ACTIVE' OR (access_key IS NOT NULL AND protocol IS NOT NULL));
ALTER TABLE "tax_receipt" ADD CONSTRAINT "number_of_a_serial" CHECK ((number IS NULL) = (serial_number_id IS NULL));
ALTER TABLE "tax_receipt" ADD CONSTRAINT "awaited_with_a_number" CHECK (due_at IS NULL OR (number IS NOT NULL AND signed_xml IS NOT NULL AND (status = 'DRAFT' OR (status = 'ACTIVE' AND cancel_xml IS NOT NULL))));
ALTER TABLE "tax_receipt" ADD CONSTRAINT "canceling_with_an_event" CHECK ((canceling_at IS NULL) = (cancel_xml IS NULL));
ALTER TABLE "supplier" ADD CONSTRAINT "known_regime" CHECK (regime IN ('SIMPLE', 'SIMPLE_EXCEEDED', 'NORMAL'));
ALTER TABLE "supplier" ADD CONSTRAINT "series_of_three_digits" CHECK (series BETWEEN 1 AND 999);
ALTER TABLE "serial_number" ADD CONSTRAINT "known_environment" CHECK (environment IN ('TRIAL', 'PRODUCTION'));
ALTER TABLE "serial_number" ADD CONSTRAINT "numbers_of_nine_digits" CHECK (last_number BETWEEN 0 AND 999999999);
-- An invoice has one receipt of a model at a time.
CREATE UNIQUE INDEX "one_receipt_per_invoice" ON "tax_receipt" ("invoice_id", "document_model") WHERE status <> 'CANCELED';
CREATE INDEX "tax_receipts_due" ON "tax_receipt" ("due_at", "id") WHERE due_at IS NOT NULL;

CREATE OR REPLACE TRIGGER tax_receipt_birth BEFORE INSERT ON "tax_receipt" FOR EACH ROW
  WHEN (NEW.status <> ALL ('{"DRAFT"}'))
  EXECUTE FUNCTION refuse_move('tax-receipt');
CREATE OR REPLACE TRIGGER tax_receipt_move BEFORE UPDATE OF status ON "tax_receipt" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND OLD.status || ' > ' || NEW.status <> ALL ('{"DRAFT > ACTIVE", "DRAFT > CANCELED", "ACTIVE > CANCELED"}'))
  EXECUTE FUNCTION refuse_move('tax-receipt');
