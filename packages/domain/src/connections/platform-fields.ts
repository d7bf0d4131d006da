import type { Credential, Platform } from '@poklik/contract/connections';

interface PlatformFields {
  /** The same in every language. */
  name: string;
  credentials: readonly Credential[];
  /** Whether conversions go to an account there. */
  hasAccount: boolean;
  /** Settings that only this platform has. */
  settings: readonly ('manager_account' | 'client_id' | 'test_code' | 'page_url')[];
  /** Whether it can only check events, without counting them. */
  canTest?: boolean;
  /** Its own events; others can be written. Empty if it has none of its own. */
  events: readonly string[];
}

/** What the form of a connection asks for. */
export const PLATFORM_FIELDS: Record<Platform, PlatformFields> = {
  meta: {
    name: 'Meta',
    hasAccount: true,
    credentials: ['access_token'],
    settings: ['page_url', 'test_code'],
    events: ['Lead', 'CompleteRegistration', 'Purchase', 'Subscribe', 'StartTrial', 'AddPaymentInfo', 'Contact'],
  },
  google: {
    name: 'Google Ads',
    hasAccount: true,
    credentials: ['developer_token', 'client_secret', 'refresh_token'],
    settings: ['manager_account', 'client_id'],
    events: [],
  },
  google_file: { name: 'Google Ads CSV', credentials: [], hasAccount: false, settings: [], events: [] },
  tiktok: {
    name: 'TikTok',
    hasAccount: true,
    credentials: ['access_token'],
    settings: ['page_url', 'test_code'],
    events: ['SubmitForm', 'CompleteRegistration', 'CompletePayment', 'Subscribe', 'PlaceAnOrder', 'Contact'],
  },
  reddit: {
    name: 'Reddit',
    hasAccount: true,
    credentials: ['access_token'],
    settings: ['test_code'],
    events: ['LEAD', 'SIGN_UP', 'PURCHASE', 'ADD_TO_CART', 'VIEW_CONTENT', 'PAGE_VISIT'],
  },
  snap: {
    name: 'Snapchat',
    hasAccount: true,
    credentials: ['access_token'],
    settings: ['page_url'],
    events: ['SIGN_UP', 'PURCHASE', 'SUBSCRIBE', 'START_TRIAL', 'START_CHECKOUT', 'ADD_CART', 'CUSTOM_EVENT_1'],
  },
  pinterest: {
    name: 'Pinterest',
    hasAccount: true,
    credentials: ['access_token'],
    settings: ['page_url'],
    canTest: true,
    events: ['lead', 'signup', 'checkout', 'add_to_cart', 'page_visit', 'custom'],
  },
  microsoft: {
    name: 'Microsoft Advertising',
    hasAccount: true,
    credentials: ['developer_token', 'client_secret', 'refresh_token'],
    settings: ['manager_account', 'client_id'],
    events: [],
  },
};

/** Of a conversion action at Google. */
export const NUMBERED_EVENT = /^\d{1,20}$/;
