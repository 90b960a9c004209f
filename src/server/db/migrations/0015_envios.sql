CREATE TABLE "envio_retenido" (
	"_id" uuid PRIMARY KEY NOT NULL,
	"usuario" uuid NOT NULL,
	"equipo" uuid NOT NULL,
	"persona" uuid NOT NULL,
	"tipo" text NOT NULL,
	"hace" text NOT NULL,
	"registro" uuid NOT NULL,
	"contenido" jsonb,
	"motivo" text NOT NULL,
	"recibida" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"resuelta" timestamp (3) with time zone,
	"resuelta_por" uuid,
	"resultado" text,
	"razon" text
);
--> statement-breakpoint
CREATE TABLE "operacion" (
	"_id" uuid PRIMARY KEY NOT NULL,
	"usuario" uuid NOT NULL,
	"equipo" uuid,
	"persona" uuid NOT NULL,
	"huella" text NOT NULL,
	"resultado" text DEFAULT 'hecha' NOT NULL,
	"previo" "xid8",
	"sello" "xid8",
	"version" integer,
	"capturado" timestamp (3) with time zone,
	"desfase" bigint,
	"recibida" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "envio_retenido" ADD CONSTRAINT "envio_retenido_usuario_usuario__id_fk" FOREIGN KEY ("usuario") REFERENCES "public"."usuario"("_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "envio_retenido" ADD CONSTRAINT "envio_retenido_resuelta_por_usuario__id_fk" FOREIGN KEY ("resuelta_por") REFERENCES "public"."usuario"("_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "envio_retenido_recibida" ON "envio_retenido" USING btree ("recibida","_id");--> statement-breakpoint
CREATE INDEX "envio_retenido_persona" ON "envio_retenido" USING btree ("persona");--> statement-breakpoint
CREATE INDEX "envio_retenido_abierto" ON "envio_retenido" USING btree ("usuario","persona") WHERE "envio_retenido"."resuelta" is null;--> statement-breakpoint
CREATE INDEX "envio_retenido_resuelta" ON "envio_retenido" USING btree ("resuelta");--> statement-breakpoint
CREATE INDEX "operacion_libreta" ON "operacion" USING btree ("persona","usuario");--> statement-breakpoint
CREATE INDEX "operacion_recibida" ON "operacion" USING btree ("recibida");