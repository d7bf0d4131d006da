INSERT INTO "tariffs" ("code", "name", "description", "price_minor", "events_limit", "campaigns_limit", "seats_limit", "retention_days", "api_per_minute", "blacklist_limit", "position") VALUES
  ('free', '{"ua": "Безкоштовний", "ru": "Бесплатный", "en": "Free"}', '{"ua": "Щоб спробувати на справжньому трафіку", "ru": "Чтобы попробовать на настоящем трафике", "en": "To try it on real traffic"}', 0, 10000, 3, 1, 30, 60, 100, 1),
  ('starter', '{"ua": "Стартовий", "ru": "Стартовый", "en": "Starter"}', '{"ua": "Для тих, хто працює сам", "ru": "Для тех, кто работает сам", "en": "For those who work alone"}', 2900, 250000, 25, 3, 90, 600, 1000, 2),
  ('pro', '{"ua": "Професійний", "ru": "Профессиональный", "en": "Pro"}', '{"ua": "Для невеликої команди", "ru": "Для небольшой команды", "en": "For a small team"}', 7900, 1000000, 100, 10, 365, 1200, 10000, 3),
  ('business', '{"ua": "Бізнес", "ru": "Бизнес", "en": "Business"}', '{"ua": "Для агенцій", "ru": "Для агентств", "en": "For agencies"}', 19900, 5000000, NULL, 25, 730, 3000, 100000, 4);
--> statement-breakpoint
UPDATE "accounts" SET "tariff_id" = (SELECT "id" FROM "tariffs" WHERE "code" = 'free') WHERE "tariff_id" IS NULL;
