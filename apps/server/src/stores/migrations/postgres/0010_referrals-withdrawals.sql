CREATE TABLE "commissions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "commissions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"beneficiary_id" bigint NOT NULL,
	"referral_id" bigint NOT NULL,
	"source" text NOT NULL,
	"base_minor" bigint NOT NULL,
	"basis_points" integer NOT NULL,
	"amount_minor" bigint NOT NULL,
	"reversed_minor" bigint DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	"held_for" text[] DEFAULT '{}' NOT NULL,
	"release_at" timestamp with time zone NOT NULL,
	"released_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "commissions_amount_is_positive" CHECK ("commissions"."amount_minor" > 0),
	CONSTRAINT "commissions_reversal_is_within" CHECK ("commissions"."reversed_minor" between 0 and "commissions"."amount_minor"),
	CONSTRAINT "commissions_status_is_known" CHECK ("commissions"."status" in ('pending', 'held', 'available', 'reversed')),
	CONSTRAINT "commissions_reversed_whole" CHECK (("commissions"."status" = 'reversed') = ("commissions"."reversed_minor" = "commissions"."amount_minor")),
	CONSTRAINT "commissions_released_when_available" CHECK ("commissions"."status" <> 'available' or "commissions"."released_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "referral_visits" (
	"referrer_id" bigint NOT NULL,
	"day" date DEFAULT current_date NOT NULL,
	"visitor" text NOT NULL,
	CONSTRAINT "referral_visits_referrer_id_day_visitor_pk" PRIMARY KEY("referrer_id","day","visitor")
);
--> statement-breakpoint
CREATE TABLE "payout_details" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payout_details_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"method" text NOT NULL,
	"sealed" text NOT NULL,
	"masked" text NOT NULL,
	"fingerprint" text NOT NULL,
	"is_replacement" boolean NOT NULL,
	"created_by_id" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "withdrawals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "withdrawals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"amount_minor" bigint NOT NULL,
	"fee_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"payout_id" bigint NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"external_id" text,
	"first_approver_id" bigint,
	"reviewed_by_id" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"paid_at" timestamp with time zone,
	CONSTRAINT "withdrawals_amount_covers_fee" CHECK ("withdrawals"."fee_minor" >= 0 and "withdrawals"."amount_minor" > "withdrawals"."fee_minor"),
	CONSTRAINT "withdrawals_status_is_known" CHECK ("withdrawals"."status" in ('pending', 'approved', 'processing', 'paid', 'rejected', 'cancelled', 'failed')),
	CONSTRAINT "withdrawals_paid_has_time" CHECK (("withdrawals"."status" = 'paid') = ("withdrawals"."paid_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "referral_basis_points" integer;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "sign_up_ip" text;--> statement-breakpoint
ALTER TABLE "commissions" ADD CONSTRAINT "commissions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commissions" ADD CONSTRAINT "commissions_beneficiary_id_users_id_fk" FOREIGN KEY ("beneficiary_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commissions" ADD CONSTRAINT "commissions_referral_id_users_id_fk" FOREIGN KEY ("referral_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_visits" ADD CONSTRAINT "referral_visits_referrer_id_users_id_fk" FOREIGN KEY ("referrer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_details" ADD CONSTRAINT "payout_details_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_details" ADD CONSTRAINT "payout_details_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_payout_id_payout_details_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payout_details"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_first_approver_id_users_id_fk" FOREIGN KEY ("first_approver_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_reviewed_by_id_users_id_fk" FOREIGN KEY ("reviewed_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "commissions_source_key" ON "commissions" USING btree ("source");--> statement-breakpoint
CREATE INDEX "commissions_account_id_index" ON "commissions" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "commissions_referral_id_index" ON "commissions" USING btree ("referral_id");--> statement-breakpoint
CREATE INDEX "commissions_due_index" ON "commissions" USING btree ("release_at") WHERE "commissions"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "payout_details_account_id_index" ON "payout_details" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "payout_details_fingerprint_index" ON "payout_details" USING btree ("fingerprint");--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawals_one_open_key" ON "withdrawals" USING btree ("account_id") WHERE "withdrawals"."status" in ('pending', 'approved', 'processing');--> statement-breakpoint
CREATE INDEX "withdrawals_account_id_index" ON "withdrawals" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "withdrawals_status_index" ON "withdrawals" USING btree ("status","id");