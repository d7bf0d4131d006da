import type { ApiPlatform } from '@poklik/contract/connections';
import * as z from 'zod/mini';

const Hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const Money = { value: z.number().check(z.minimum(0)), currency: z.string().check(z.regex(/^[A-Z]{3}$/)) };
const Text = z.string().check(z.minLength(1));
const Amount = z.string().check(z.regex(/^\d+(\.\d+)?$/));
const Utc = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/));
const Visitor = {
  em: z.optional(z.array(Hash)),
  ph: z.optional(z.array(Hash)),
  client_ip_address: z.optional(z.string().check(z.regex(/^[\d.]+$|^[\da-f:]+$/))),
  client_user_agent: z.optional(Text),
};
const isVisitorKnown = (contacts: readonly ('em' | 'ph')[]) =>
  z.refine<{ [Name in keyof typeof Visitor]?: unknown }>(
    (visitor) =>
      contacts.some((name) => visitor[name] !== undefined) ||
      (visitor.client_ip_address !== undefined && visitor.client_user_agent !== undefined),
  );

/**
 * What each platform accepts, as far as its description could be seen on 2026-11-19. Other fields are errors. No
 * platform has been sent anything, so where only others describe it, this may differ from what it takes.
 */
const SCHEMAS: Record<ApiPlatform, z.ZodMiniType> = {
  // Stored copies of Meta's own pages below developers.facebook.com/docs/marketing-api/conversions-api/parameters.
  meta: z.strictObject({
    data: z
      .array(
        z.strictObject({
          event_name: Text,
          event_time: z.int(),
          event_id: Text,
          action_source: z.literal('website'),
          event_source_url: z.url(),
          user_data: z.strictObject({
            fbc: z.optional(z.string().check(z.regex(/^fb\.\d\.\d{13}\..+$/))),
            fbp: z.optional(z.string().check(z.regex(/^fb\.\d\.\d{13}\.\d+$/))),
            client_user_agent: Text,
            em: z.optional(z.array(Hash)),
            ph: z.optional(z.array(Hash)),
          }),
          custom_data: z.strictObject(Money),
        }),
      )
      .check(z.length(1)),
    test_event_code: z.optional(Text),
  }),
  // Google's own conversion_upload_service.proto of v23 (github.com/googleapis/googleapis), and a stored copy of its page
  // ClickConversionResult of v26. The page UploadClickConversionsRequest of v26 was not seen.
  google: z.strictObject({
    conversions: z
      .array(
        z.strictObject({
          gclid: z.optional(Text),
          gbraid: z.optional(Text),
          wbraid: z.optional(Text),
          conversionAction: z.string().check(z.regex(/^customers\/\d+\/conversionActions\/\d+$/)),
          conversionDateTime: z.string().check(z.regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[+-]\d\d:\d\d$/)),
          conversionValue: Money.value,
          currencyCode: Money.currency,
          orderId: Text,
        }),
      )
      .check(z.length(1)),
    partialFailure: z.literal(true),
  }),
  // TikTok's own page (business-api.tiktok.com/portal/docs?id=1771100865818625) was not seen: this is what documentation
  // of other products (Tealium, Commanders Act) and published code send to the Events API 2.0.
  tiktok: z.strictObject({
    event_source: z.literal('web'),
    event_source_id: Text,
    test_event_code: z.optional(Text),
    data: z
      .array(
        z.strictObject({
          event: Text,
          event_time: z.int(),
          event_id: Text,
          user: z.strictObject({
            ttclid: z.optional(Text),
            ttp: z.optional(Text),
            user_agent: Text,
            email: z.optional(Hash),
            phone: z.optional(Hash),
          }),
          page: z.strictObject({ url: z.url() }),
          properties: z.strictObject(Money),
        }),
      )
      .check(z.length(1)),
  }),
  // Reddit's own page (ads-api.reddit.com/docs/v3/operations/Post%20Conversion%20Events) was not seen: this is what
  // documentation of other products (Commanders Act) and published code (Activepieces) send to the Conversions API v3.
  reddit: z.strictObject({
    data: z.strictObject({
      test_id: z.optional(Text),
      events: z
        .array(
          z.strictObject({
            click_id: Text,
            event_at: z.int().check(z.minimum(1_000_000_000_000)),
            action_source: z.literal('WEBSITE'),
            type: z.union([
              z.strictObject({
                tracking_type: z
                  .string()
                  .check(z.regex(/^(PAGE_VISIT|VIEW_CONTENT|SEARCH|ADD_TO_(CART|WISHLIST)|PURCHASE|LEAD|SIGN_UP)$/)),
              }),
              z.strictObject({ tracking_type: z.literal('CUSTOM'), custom_event_name: Text }),
            ]),
            user: z.strictObject({ user_agent: Text, email: z.optional(Hash), phone_number: z.optional(Hash) }),
            metadata: z.strictObject({ conversion_id: Text, ...Money }),
          }),
        )
        .check(z.length(1)),
    }),
  }),
  // Stored copies of Snap's own pages developers.snap.com/api/marketing-api/Conversions-API/UsingTheAPI and /Parameters,
  // read on 2026-11-19: `value` is a string in their examples, and one of em, ph, or address and agent must be there.
  snap: z.strictObject({
    data: z
      .array(
        z.strictObject({
          event_name: z
            .string()
            .check(
              z.regex(
                /^(PURCHASE|SAVE|START_CHECKOUT|ADD_CART|VIEW_CONTENT|ADD_BILLING|SIGN_UP|SEARCH|PAGE_VIEW|SUBSCRIBE|AD_CLICK|AD_VIEW|COMPLETE_TUTORIAL|LEVEL_COMPLETE|INVITE|LOGIN|SHARE|RESERVE|ACHIEVEMENT_UNLOCKED|ADD_TO_WISHLIST|SPENT_CREDITS|RATE|START_TRIAL|LIST_VIEW|APP_INSTALL|APP_OPEN|CUSTOM_EVENT_[1-5])$/,
              ),
            ),
          event_time: z.int(),
          event_id: Text,
          action_source: z.literal('WEB'),
          event_source_url: z.url(),
          user_data: z.strictObject({ ...Visitor, sc_click_id: Text }).check(isVisitorKnown(['em', 'ph'])),
          custom_data: z.strictObject({ currency: Money.currency, value: Amount }),
        }),
      )
      .check(z.length(1)),
  }),
  // Pinterest's own descriptions of API v5 (developers.pinterest.com/docs/api/v5/events-create), as its generated clients
  // repeat them (github.com/pinterest/pinterest-python-generated-api-client, docs/ConversionEventsData.md), read on
  // 2026-11-19: at least one of em, hashed_maids, or address and agent; `value` is a string.
  pinterest: z.strictObject({
    data: z
      .array(
        z.strictObject({
          event_name: z
            .string()
            .check(z.regex(/^(add_to_cart|checkout|custom|lead|page_visit|search|signup|view_category|watch_video)$/)),
          action_source: z.literal('web'),
          event_time: z.int(),
          event_id: Text,
          event_source_url: z.url(),
          user_data: z.strictObject({ ...Visitor, click_id: Text }).check(isVisitorKnown(['em'])),
          custom_data: z.strictObject({ currency: Money.currency, value: Amount }),
        }),
      )
      .check(z.length(1)),
  }),
  // Microsoft's own pages learn.microsoft.com/en-us/advertising/campaign-management-service/offlineconversion and
  // applyofflineconversions, as in github.com/MicrosoftDocs/Advertising, read on 2026-11-19.
  microsoft: z.strictObject({
    OfflineConversions: z
      .array(
        z.strictObject({
          ConversionCurrencyCode: Money.currency,
          ConversionName: Text,
          ConversionTime: Utc,
          ConversionValue: Money.value,
          MicrosoftClickId: Text,
        }),
      )
      .check(z.length(1)),
  }),
};

/** From offlineconversionadjustment and applyofflineconversionadjustments beside them: a value belongs to `Restate` only. */
const CORRECTIONS = z.strictObject({
  OfflineConversionAdjustments: z
    .array(
      z.discriminatedUnion('AdjustmentType', [
        z.strictObject({
          AdjustmentType: z.literal('Restate'),
          AdjustmentValue: Money.value,
          AdjustmentCurrencyCode: Money.currency,
          ...{ AdjustmentTime: Utc, ConversionName: Text, ConversionTime: Utc, MicrosoftClickId: Text },
        }),
        z.strictObject({
          AdjustmentType: z.literal('Retract'),
          ...{ AdjustmentTime: Utc, ConversionName: Text, ConversionTime: Utc, MicrosoftClickId: Text },
        }),
      ]),
    )
    .check(z.length(1)),
});

/** What is accepted at an address. */
export const schemaOf = (platform: ApiPlatform, path: string): z.ZodMiniType =>
  platform === 'microsoft' && path.endsWith('/OfflineConversionAdjustments/Apply') ? CORRECTIONS : SCHEMAS[platform];
