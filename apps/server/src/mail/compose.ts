import { LANGUAGE_TAGS, type Language } from '@poklik/contract/language';
import { brandImagePath } from '@poklik/domain/branding/brand-image-path';
import type { Config } from '../config.ts';
import { type Translate, translator } from '../i18n/translate.ts';
import type { Email } from './mailer.ts';

export type EmailTemplate =
  | 'verify_email'
  | 'mail_test'
  | 'reset_password'
  | 'account_exists'
  | 'password_changed'
  | 'new_address'
  | 'new_address_asked'
  | 'email_changed'
  | 'address_taken'
  | 'new_login'
  | 'team_invitation'
  | 'account_deleted'
  | 'quota_80'
  | 'quota_100'
  /** The same text as the notification. */
  | 'news'
  | 'announcement'
  | 'payment_received'
  | 'invoice_open'
  | 'tariff_ended';

/** Whose name, color and logo an email has. */
export type EmailOperator = Pick<Config, 'appName' | 'brand' | 'publicUrl'>;

export interface EmailContent {
  kind: EmailTemplate;
  to: string;
  name: string;
  language: Language;
  operator: EmailOperator;
  /** Where the button leads. */
  link: string;
  /** Where emails of this kind can be stopped. */
  unsubscribeUrl?: string;
  values?: Record<string, string | number>;
}

/** An email has one message and one button. Plain text and HTML say the same. */
export function composeEmail(content: EmailContent): Email {
  const say = translator(content.language);
  const values = { ...content.values, app: content.operator.appName };
  const own = (part: string) => say(`emails.${content.kind}.${part}`, values);
  const greeting =
    content.name === '' ? say('emails.greeting_nameless') : say('emails.greeting', { name: content.name });
  const { supportEmail, supportUrl } = content.operator.brand;
  const contacts = [supportEmail, supportUrl].filter((contact) => contact !== null).join(' · ');
  const footer = [say('emails.footer', values), contacts].filter(Boolean).join(' ');
  const { unsubscribeUrl } = content;
  const unsubscribe = unsubscribeUrl === undefined ? [] : [`${say('emails.unsubscribe')}: ${unsubscribeUrl}`];
  return {
    kind: content.kind,
    to: content.to,
    subject: `${own('subject')} · ${content.operator.appName}`,
    text: [
      greeting,
      own('text'),
      `${own('button')}: ${content.link}`,
      own('note'),
      [`--\n${footer}`, ...unsubscribe].join('\n'),
    ].join('\n\n'),
    html: page(
      content,
      { title: own('subject'), greeting, text: own('text'), button: own('button'), note: own('note'), footer },
      say,
    ),
  };
}

type Parts = Record<'title' | 'greeting' | 'text' | 'button' | 'note' | 'footer', string>;

/** Tables and inline styles, because many mail clients support nothing newer. */
function page({ link, language, operator, unsubscribeUrl }: EmailContent, parts: Parts, say: Translate): string {
  const text = 'margin:0 0 16px;font:400 15px/24px Inter,Segoe UI,Roboto,Arial,sans-serif;color:#151f23';
  const accent = operator.brand.accentColor ?? '#006d8f';
  const unsubscribeLink =
    unsubscribeUrl === undefined
      ? ''
      : `<br><a href="${escapeHtml(unsubscribeUrl)}" style="color:#5e686c">${escapeHtml(say('emails.unsubscribe'))}</a>`;
  const small = 'margin:0 0 12px;font:400 13px/20px Inter,Segoe UI,Roboto,Arial,sans-serif;color:#5e686c';
  return `<!doctype html>
<html lang="${LANGUAGE_TAGS[language]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(parts.title)}</title></head>
<body style="margin:0;padding:24px;background:#f5f8f9">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border:1px solid #e2e7e9;border-radius:10px"><tr><td style="padding:32px">
<p style="margin:0 0 24px;font:600 18px/24px Inter,Segoe UI,Roboto,Arial,sans-serif;color:${accent}">${header(operator)}</p>
<h1 style="margin:0 0 16px;font:600 20px/28px Inter,Segoe UI,Roboto,Arial,sans-serif;color:#151f23">${escapeHtml(parts.title)}</h1>
<p style="${text}">${escapeHtml(parts.greeting)}</p>
<p style="${text}">${escapeHtml(parts.text).replaceAll('\n', '<br>')}</p>
<p style="margin:24px 0"><a href="${escapeHtml(link)}" style="display:inline-block;padding:10px 20px;background:${accent};border-radius:8px;font:500 15px/24px Inter,Segoe UI,Roboto,Arial,sans-serif;color:#ffffff;text-decoration:none">${escapeHtml(parts.button)}</a></p>
<p style="${small}">${escapeHtml(parts.note)}</p>
<p style="${small}">${escapeHtml(say('emails.button_fallback'))}<br><a href="${escapeHtml(link)}" style="color:${accent};word-break:break-all">${escapeHtml(link)}</a></p>
</td></tr></table>
<p style="margin:16px 0 0;font:400 12px/16px Inter,Segoe UI,Roboto,Arial,sans-serif;color:#5e686c">${escapeHtml(parts.footer)}${unsubscribeLink}</p>
</td></tr></table>
</body></html>`;
}

/** Mail clients that load no images show the name. */
function header({ appName, brand, publicUrl }: EmailOperator): string {
  const name = escapeHtml(appName);
  if (brand.logoLight === null) return name;
  return `<img src="${escapeHtml(publicUrl + brandImagePath(brand.logoLight))}" alt="${name}" height="32" style="height:32px;max-width:240px">`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
