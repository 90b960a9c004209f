DROP INDEX "journal_person";--> statement-breakpoint
DROP INDEX "journal_actor";--> statement-breakpoint
DROP INDEX "journal_at";--> statement-breakpoint
DROP INDEX "journal_kind";--> statement-breakpoint
CREATE INDEX "journal_about" ON "journal" USING btree ("about") WHERE "journal"."person" is null;--> statement-breakpoint
CREATE INDEX "journal_person" ON "journal" USING btree ("person","at","seq") WHERE "journal"."person" is not null;--> statement-breakpoint
CREATE INDEX "journal_actor" ON "journal" USING btree ("actor","at","seq");--> statement-breakpoint
CREATE INDEX "journal_at" ON "journal" USING btree ("at","seq");--> statement-breakpoint
CREATE INDEX "journal_kind" ON "journal" USING btree ("kind","at","seq") WHERE "journal"."person" is null;