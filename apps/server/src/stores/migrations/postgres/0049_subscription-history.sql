CREATE TABLE "process_figures" (
	"process" text NOT NULL,
	"role" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"seconds" integer NOT NULL,
	"redirects" integer NOT NULL,
	"unrecorded" integer NOT NULL,
	"memory_bytes" bigint NOT NULL,
	"latency" jsonb NOT NULL,
	CONSTRAINT "process_figures_process_at_pk" PRIMARY KEY("process","at"),
	CONSTRAINT "process_figures_seconds_are_positive" CHECK ("process_figures"."seconds" > 0)
);
--> statement-breakpoint
CREATE TABLE "subscription_history" (
	"account_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"event" text NOT NULL,
	"status" text NOT NULL,
	"tariff_id" bigint NOT NULL,
	"period" text NOT NULL,
	"invoice_id" bigint,
	"arr_minor" bigint DEFAULT 0 NOT NULL,
	"change_minor" bigint DEFAULT 0 NOT NULL,
	"movement" text,
	CONSTRAINT "subscription_history_account_id_version_pk" PRIMARY KEY("account_id","version"),
	CONSTRAINT "subscription_history_arr_is_not_negative" CHECK ("subscription_history"."arr_minor" >= 0)
);
--> statement-breakpoint
ALTER TABLE "subscription_history" ADD CONSTRAINT "subscription_history_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_history" ADD CONSTRAINT "subscription_history_tariff_id_tariffs_id_fk" FOREIGN KEY ("tariff_id") REFERENCES "public"."tariffs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_history" ADD CONSTRAINT "subscription_history_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "process_figures_at_index" ON "process_figures" USING btree ("at");--> statement-breakpoint
CREATE INDEX "subscription_history_movement_index" ON "subscription_history" USING btree ("at") WHERE "subscription_history"."movement" is not null;--> statement-breakpoint
CREATE INDEX "outgoing_postbacks_failed_index" ON "outgoing_postbacks" USING btree ("tried_at") WHERE "outgoing_postbacks"."state" = 'failed';--> statement-breakpoint
CREATE INDEX "ledger_journals_created_at_index" ON "ledger_journals" USING btree ("created_at");--> statement-breakpoint
CREATE FUNCTION yearly_revenue(minor bigint, period text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE period WHEN 'year' THEN minor ELSE minor * 12 END
$$;
--> statement-breakpoint
CREATE FUNCTION subscription_history_follow() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  previous subscription_history;
BEGIN
  SELECT * INTO previous FROM subscription_history WHERE account_id = NEW.account_id ORDER BY version DESC LIMIT 1;
  IF previous.version >= NEW.version THEN
    RAISE EXCEPTION 'version % of account % is not the next one', NEW.version, NEW.account_id USING ERRCODE = 'PKL01';
  END IF;
  NEW.at := greatest(NEW.at, previous.at);
  NEW.change_minor := NEW.arr_minor - coalesce(previous.arr_minor, 0);
  NEW.movement := CASE
    WHEN NEW.change_minor = 0 THEN NULL
    WHEN NEW.arr_minor = 0 THEN 'churn'
    WHEN NEW.arr_minor < previous.arr_minor THEN 'contraction'
    WHEN previous.arr_minor > 0 THEN 'expansion'
    WHEN EXISTS (SELECT FROM subscription_history WHERE account_id = NEW.account_id AND arr_minor > 0) THEN 'reactivation'
    ELSE 'new'
  END;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER subscription_history_follows BEFORE INSERT ON subscription_history FOR EACH ROW EXECUTE FUNCTION subscription_history_follow();
--> statement-breakpoint
CREATE TRIGGER subscription_history_stays BEFORE UPDATE OR DELETE ON subscription_history FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER subscription_history_not_emptied BEFORE TRUNCATE ON subscription_history FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- What is known of the time before: paid periods start with their invoice and end where no other follows. The last row is
-- the subscription as it is, so its version is that of the subscription, and older rows count down from it.
INSERT INTO subscription_history (account_id, version, at, event, status, tariff_id, period, invoice_id, arr_minor)
WITH periods AS (
  SELECT i.account_id, i.id, i.period_from, i.tariff_id, i.period, i.subtotal_minor,
    least(i.period_until, lead(i.period_from) OVER account) AS ends_at,
    i.period_until < coalesce(lead(i.period_from) OVER account, s.starts_at) AS is_gap
  FROM invoices i JOIN subscriptions s ON s.account_id = i.account_id
  WHERE i.type = 'subscription' AND i.paid_at IS NOT NULL AND i.status IN ('paid', 'disputed')
    AND i.tariff_id IS NOT NULL AND i.period IS NOT NULL AND i.period_from IS NOT NULL AND i.period_until IS NOT NULL
  WINDOW account AS (PARTITION BY i.account_id ORDER BY i.period_from, i.id)
), known AS (
  SELECT p.account_id, p.period_from AS at, 'bought' AS event, 'active' AS status, p.tariff_id, p.period, p.id AS invoice_id,
    yearly_revenue(p.subtotal_minor, p.period) AS arr_minor, 0 AS place
  FROM periods p
  UNION ALL
  SELECT p.account_id, p.ends_at, 'cancelled', 'ended', p.tariff_id, p.period, NULL, 0, 1 FROM periods p WHERE p.is_gap
), earlier AS (
  SELECT k.* FROM known k JOIN subscriptions s ON s.account_id = k.account_id
  WHERE k.at <= CASE WHEN s.status = 'ended' THEN coalesce(s.ends_at, s.updated_at) ELSE now() END
), present AS (
  SELECT s.account_id, CASE WHEN s.status = 'ended' THEN coalesce(s.ends_at, s.updated_at) ELSE s.starts_at END AS at,
    'opening' AS event, s.status, s.tariff_id, s.period, s.invoice_id,
    CASE WHEN s.status = 'ended' THEN 0 ELSE coalesce(yearly_revenue(i.subtotal_minor, i.period), 0) END AS arr_minor, 2 AS place
  FROM subscriptions s LEFT JOIN invoices i ON i.id = s.invoice_id
), found AS (
  SELECT * FROM earlier UNION ALL SELECT * FROM present
)
SELECT f.account_id,
  s.version + 1 - row_number() OVER (PARTITION BY f.account_id ORDER BY (f.place = 2) DESC, f.at DESC, f.place DESC, f.invoice_id DESC),
  f.at, f.event, f.status, f.tariff_id, f.period, f.invoice_id, f.arr_minor
FROM found f JOIN subscriptions s ON s.account_id = f.account_id
ORDER BY f.account_id, (f.place = 2), f.at, f.place, f.invoice_id;
