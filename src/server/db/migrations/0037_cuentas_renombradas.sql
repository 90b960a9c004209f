ALTER TABLE "usuario" ADD COLUMN "renombrado" bigint;--> statement-breakpoint
CREATE INDEX "usuario_renombrado" ON "usuario" USING btree ("renombrado") WHERE "usuario"."renombrado" is not null;