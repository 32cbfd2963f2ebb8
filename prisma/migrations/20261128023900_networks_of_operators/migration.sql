-- CreateTable
CREATE TABLE "operator_network" (
    "operator_id" UUID NOT NULL,
    "network" BYTEA NOT NULL,
    "last_signed_in_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "operator_network_pkey" PRIMARY KEY ("operator_id","network")
);

-- AddForeignKey
ALTER TABLE "operator_network" ADD CONSTRAINT "operator_network_operator_id_fkey" FOREIGN KEY ("operator_id") REFERENCES "operator"("id")
  ON DELETE CASCADE ON UPDATE CASCADE;
