CREATE TABLE "lander_unknown_visits" (
	"lander_id" bigint NOT NULL,
	"day" date NOT NULL,
	"visits" bigint NOT NULL,
	CONSTRAINT "lander_unknown_visits_lander_id_day_pk" PRIMARY KEY("lander_id","day")
);
--> statement-breakpoint
ALTER TABLE "lander_unknown_visits" ADD CONSTRAINT "lander_unknown_visits_lander_id_landers_id_fk" FOREIGN KEY ("lander_id") REFERENCES "public"."landers"("id") ON DELETE cascade ON UPDATE no action;