/** Ways into ad platforms: by their API, and `google_file`, which Google Ads fetches from us. */
export const PLATFORMS = [
  ...(['meta', 'google', 'google_file', 'tiktok', 'reddit'] as const),
  ...(['snap', 'pinterest', 'microsoft'] as const),
] as const;

/** Why a conversion isn't sent to a platform, or what the platform's answer means. */
export const DELIVERY_REASONS = [
  ...(['inactive', 'not_mapped', 'consent_missing', 'consent_denied'] as const),
  ...(['no_click_id', 'no_contact', 'unknown_click', 'too_old', 'bad_token', 'no_access', 'bad_account'] as const),
  ...(['bad_event', 'bad_data', 'expired_click', 'unmatched_click', 'repeated'] as const),
  ...(['rate_limited', 'unavailable', 'rejected'] as const),
] as const;
