DROP INDEX "signin_failure_at";--> statement-breakpoint
ALTER TABLE "signin_failure" ADD COLUMN "kept_until" timestamp (3) with time zone DEFAULT now() + interval '15 minutes' NOT NULL;--> statement-breakpoint
CREATE INDEX "signin_failure_kept" ON "signin_failure" USING btree ("kept_until");