-- Each batch of ten thousand attempts is a transaction, with all attempts of an order in the same one. Started again
-- after an interruption it continues with the rest. It is one statement: PostgreSQL rejects a COMMIT among others.
DO $$
DECLARE
  batch CONSTANT int := 10000;
  done uuid := '00000000-0000-0000-0000-000000000000';
  upto uuid;
BEGIN
  LOOP
    SELECT order_id INTO upto FROM order_attempt WHERE order_id > done ORDER BY order_id OFFSET batch LIMIT 1;
    UPDATE order_attempt
    SET outcome = CASE outcome WHEN 'passing' THEN 'transient' ELSE 'dead-lettered' END
    WHERE order_id > done
      AND (upto IS NULL OR order_id <= upto)
      AND outcome IN ('passing', 'parked');
    COMMIT;
    EXIT WHEN upto IS NULL;
    done := upto;
  END LOOP;
END $$;
