import { NotificationKind, TOPICS } from '@poklik/contract/notifications';
import { describe, expect, it } from 'vitest';
import { isInAppMandatory, isMandatory, topicOf } from './topics.ts';

/** Answers to what someone asked. */
const WITHOUT_TOPIC = ['help_asked', 'help_answered'];
const KINDS = NotificationKind.options.filter((kind) => !WITHOUT_TOPIC.includes(kind));

describe('notification', () => {
  it.each(KINDS)('%s has a topic', (kind) => {
    expect(TOPICS).toContain(topicOf(kind));
  });

  it('exists for every topic', () => {
    expect(new Set(KINDS.map(topicOf))).toEqual(new Set(TOPICS));
  });

  it.each([
    'new_login',
    'password_changed',
    'email_changed',
    'two_factor_off',
    'two_factor_reset',
    'recovery_code_used',
    'impersonated',
    'payout_details_changed',
  ])("%s can't be turned off", (kind) => {
    const topic = topicOf(kind);
    expect(topic && isMandatory(topic)).toBe(true);
  });

  it('of any other kind has no topic', () => {
    for (const other of [...WITHOUT_TOPIC, 'verify_email', 'reset_password', 'toString'])
      expect(topicOf(other)).toBeNull();
  });

  it('in the app can be turned off except for security and announcements', () => {
    expect(TOPICS.filter(isInAppMandatory)).toEqual(['security', 'announcements']);
    expect(TOPICS.filter(isMandatory)).toEqual(['security']);
  });
});
