-- By hand: what was reserved before. The column is there and kept up, so that nobody waits meanwhile but for the rows themselves.

UPDATE "resource_state" s SET reserved_until = v.expires_at FROM "reservation" v WHERE v.id = s.reservation_id AND s.reserved_until IS NULL;

ALTER TABLE "resource_state" ADD CONSTRAINT "reserved_until_while_reserved" CHECK ((status = 'reserved') = (reserved_until IS NOT NULL)) NOT VALID;
