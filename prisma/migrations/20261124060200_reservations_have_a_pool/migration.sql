-- The pool of all that a reservation was granted; null where they are of several, and for reservations made before. Those are found by
-- their resources. No foreign key: it would lock the pool with each reservation, and a deleted pool has no resources to reserve.
ALTER TABLE "reservation" ADD COLUMN "pool_id" UUID;
