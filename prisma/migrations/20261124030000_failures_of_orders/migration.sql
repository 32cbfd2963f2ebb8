-- CreateTable
CREATE TABLE "order_failure" (
    "order_id" UUID NOT NULL,
    "step" TEXT NOT NULL,
    "error_code" TEXT NOT NULL,

    CONSTRAINT "order_failure_pkey" PRIMARY KEY ("order_id")
);

-- CreateIndex
CREATE INDEX "order_failure_error_code_step_idx" ON "order_failure"("error_code", "step");

-- CreateIndex
CREATE INDEX "order_failure_step_idx" ON "order_failure"("step");

-- AddForeignKey
ALTER TABLE "order_failure" ADD CONSTRAINT "order_failure_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: the triggers that keep it. Orders that do not fail pay nothing for them but a look at their status when it changes, and every
-- release that may still run keeps the table. They fire after the statement, which moves the order before its steps.

CREATE FUNCTION note_order_failure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_failure (order_id, step, error_code)
  SELECT NEW.id, coalesce(NEW.type || '.' || failed.code, 'none'), coalesce(left(failed.error ->> 'code', 200), 'poison')
  FROM (VALUES (1)) AS always LEFT JOIN LATERAL (
    SELECT s.code, s.error FROM order_step s
    WHERE s.order_id = NEW.id AND s.status IN ('FAILED', 'ROLLBACK_FAILED')
    ORDER BY s.status = 'ROLLBACK_FAILED' DESC, s.position DESC LIMIT 1
  ) AS failed ON true
  ON CONFLICT (order_id) DO UPDATE SET step = excluded.step, error_code = excluded.error_code;
  RETURN NULL;
END $$;

CREATE FUNCTION forget_order_failure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM order_failure WHERE order_id = NEW.id;
  RETURN NULL;
END $$;

CREATE TRIGGER orders_failure AFTER UPDATE OF status ON "orders" FOR EACH ROW
  WHEN (NEW.status IN ('FAILED', 'ROLLBACK_FAILED', 'CANCEL_FAILED') AND NEW.status <> OLD.status)
  EXECUTE FUNCTION note_order_failure();
CREATE TRIGGER orders_failure_over AFTER UPDATE OF status ON "orders" FOR EACH ROW
  WHEN (OLD.status IN ('FAILED', 'ROLLBACK_FAILED', 'CANCEL_FAILED') AND NEW.status NOT IN ('FAILED', 'ROLLBACK_FAILED', 'CANCEL_FAILED'))
  EXECUTE FUNCTION forget_order_failure();
