-- A step is known by its order and its place in it. The id it had beside that cost every step a number and an index.
ALTER TABLE "order_step" DROP COLUMN "id";
