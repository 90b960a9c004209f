DROP INDEX "session_user";--> statement-breakpoint
CREATE INDEX "session_user" ON "session" USING btree ("user_id","epoch");