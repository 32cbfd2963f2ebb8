-- CreateIndex
CREATE INDEX "usage_record_created_at_idx" ON "usage_record"("created_at");
