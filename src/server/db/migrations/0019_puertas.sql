ALTER TABLE "boveda" ADD COLUMN "visita" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "boveda" ADD COLUMN "contacto_anterior" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "boveda" ADD COLUMN "avisada" "xid8";--> statement-breakpoint
ALTER TABLE "envio_retenido" ADD COLUMN "bytes" integer DEFAULT 0 NOT NULL;