-- CreateTable
CREATE TABLE "bulk_selection" (
    "key_id" UUID NOT NULL,
    "digest" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "order_ids" UUID[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "bulk_selection_pkey" PRIMARY KEY ("key_id","digest")
);

-- CreateIndex
CREATE INDEX "bulk_selection_created_at_idx" ON "bulk_selection"("created_at");
