CREATE TABLE "traspaso" (
	"_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "traspaso__id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"momento" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"por" uuid NOT NULL,
	"de" uuid NOT NULL,
	"a" uuid NOT NULL,
	"motivo" text NOT NULL,
	"libretas" integer NOT NULL,
	"personas" uuid[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "traspaso" ADD CONSTRAINT "traspaso_por_usuario__id_fk" FOREIGN KEY ("por") REFERENCES "public"."usuario"("_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "traspaso" ADD CONSTRAINT "traspaso_de_usuario__id_fk" FOREIGN KEY ("de") REFERENCES "public"."usuario"("_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "traspaso" ADD CONSTRAINT "traspaso_a_usuario__id_fk" FOREIGN KEY ("a") REFERENCES "public"."usuario"("_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "traspaso_momento" ON "traspaso" USING btree ("momento","_id");--> statement-breakpoint
CREATE INDEX "traspaso_personas" ON "traspaso" USING gin ("personas");