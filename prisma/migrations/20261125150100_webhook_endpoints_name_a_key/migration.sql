-- The key or the person that chose the address. An endpoint of before has none, and goes on.
ALTER TABLE "webhook_endpoint" ADD COLUMN "key_id" UUID;
