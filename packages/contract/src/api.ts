import { authApi } from './auth.ts';
import { healthApi } from './health.ts';
import { notificationsApi } from './notifications.ts';
import { outboxApi } from './outbox.ts';
import { profileApi } from './profile.ts';

/** Every endpoint of the product, by feature. The server serves all of them, the API reference shows all of them. */
export const api = {
  health: healthApi,
  auth: authApi,
  profile: profileApi,
  notifications: notificationsApi,
  outbox: outboxApi,
};

export const API_PREFIX = '/v1';
