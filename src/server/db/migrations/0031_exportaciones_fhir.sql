CREATE TABLE "fhir_exportacion_parte" (
	"exportacion" uuid NOT NULL,
	"archivo" integer NOT NULL,
	"parte" integer NOT NULL,
	"contenido" "bytea" NOT NULL,
	CONSTRAINT "fhir_exportacion_parte_exportacion_archivo_parte_pk" PRIMARY KEY("exportacion","archivo","parte")
);
--> statement-breakpoint
CREATE TABLE "fhir_exportacion" (
	"_id" uuid PRIMARY KEY NOT NULL,
	"orden" bigint GENERATED ALWAYS AS IDENTITY (sequence name "fhir_exportacion_orden_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"lector" uuid NOT NULL,
	"estado" text NOT NULL,
	"peticion" text NOT NULL,
	"base" text NOT NULL,
	"sistemas" jsonb NOT NULL,
	"tipos" jsonb NOT NULL,
	"desde" timestamp (3) with time zone,
	"lugares" jsonb,
	"pedida" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"momento" timestamp (3) with time zone,
	"por_hacer" integer DEFAULT 0 NOT NULL,
	"hechas" integer DEFAULT 0 NOT NULL,
	"archivos" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"fallo" text,
	"terminada" timestamp (3) with time zone,
	"proceso" uuid,
	"tomada" timestamp (3) with time zone,
	"intentos" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "fhir_exportacion_parte" ADD CONSTRAINT "fhir_exportacion_parte_exportacion_fhir_exportacion__id_fk" FOREIGN KEY ("exportacion") REFERENCES "public"."fhir_exportacion"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fhir_exportacion_estado" ON "fhir_exportacion" USING btree ("estado","orden");--> statement-breakpoint
CREATE INDEX "fhir_exportacion_lector" ON "fhir_exportacion" USING btree ("lector");