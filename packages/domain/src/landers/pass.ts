import { BROWSERS, DEVICES, MACROS, type Macro, OPERATING_SYSTEMS, type VisitorFacts } from '@poklik/contract/routing';
import { ClickOutcome } from '../clicks/click-outcome.ts';

/** What a visitor takes along to a lander, so that the link there knows the click without asking a database. */
export interface Pass {
  clickId: string;
  /** Version of the campaign at the click. */
  version: number;
  /** The lander that the visitor is sent to. */
  landerId: number;
  /** How many landers the visitor has been sent to, this one included. */
  step: number;
  /** Places of the rule and the destination that the click chose. */
  rule: number;
  destination: number;
  /** The target that leads to the lander; its offers follow. */
  uid: string;
  outcome: ClickOutcome;
  isBot: boolean;
  /** As they were at the click. */
  facts: VisitorFacts;
  /** Values of macros that are only known at the click. */
  values: readonly (readonly [Macro, string])[];
}

/** Values that would make a pass longer are left out. */
export const PASS_MAX = 600;
/** Longer ones are not even looked at. */
export const PASS_READ_MAX = 1_024;
export const SIGNATURE_CHARS = 22;

const FORMAT = '1';
const BASE = 36;
const NO_TEXT = '--';
const OUTCOMES: readonly ClickOutcome[] = Object.values(ClickOutcome);

/** Ends with the signature of all that is before it. */
export function encodePass(pass: Pass, sign: (payload: string) => string): string {
  const { facts } = pass;
  const head = [
    FORMAT,
    pass.clickId,
    ...[pass.version, pass.landerId, pass.step, pass.rule, pass.destination].map((number) => number.toString(BASE)),
    pass.uid,
    `${pass.outcome}${pass.isBot ? 1 : 0}`,
    (facts.country || NO_TEXT) + (facts.language || NO_TEXT),
    codeOf(DEVICES, facts.device) + codeOf(OPERATING_SYSTEMS, facts.os) + codeOf(BROWSERS, facts.browser),
  ].join('.');
  let values = '';
  for (const [name, value] of pass.values) {
    const more = `~${name}-${escapeText(value)}`;
    if (head.length + values.length + more.length + SIGNATURE_CHARS + 2 <= PASS_MAX) values += more;
  }
  const payload = `${head}.${values}`;
  return `${payload}.${sign(payload)}`;
}

const FIELDS =
  /^1\.([0-9a-hjkmnp-tv-z]{29,38})\.([0-9a-z]{1,7})\.([0-9a-z]{1,10})\.([0-9a-z])\.([0-9a-z]{1,2})\.([0-9a-z]{1,2})\.([0-9a-z]{0,8})\.([0-2])([01])\.([A-Z]{2}|--)([a-z]{2}|--)\.([0-9a-z])([0-9a-z])([0-9a-z])\.((?:~[0-9a-z_]+-[\w-]*)*)$/;

/** Null unless it is exactly what was signed. */
export function decodePass(text: string, isSigned: (payload: string, signature: string) => boolean): Pass | null {
  if (text.length > PASS_READ_MAX) return null;
  const end = text.length - SIGNATURE_CHARS - 1;
  if (text[end] !== '.') return null;
  const payload = text.slice(0, end);
  if (!isSigned(payload, text.slice(end + 1))) return null;
  const found = FIELDS.exec(payload);
  if (!found) return null;
  const [, clickId = '', ...fields] = found;
  const [version = 0, landerId = 0, step = 0, rule = 0, destination = 0] = fields
    .slice(0, 5)
    .map((field) => Number.parseInt(field, BASE));
  const [uid = '', outcome = '', isBot = '', country = '', language = '', device = '', os = '', browser = ''] =
    fields.slice(5);
  const facts = {
    country: country === NO_TEXT ? '' : country,
    language: language === NO_TEXT ? '' : language,
    device: nameOf(DEVICES, device),
    os: nameOf(OPERATING_SYSTEMS, os),
    browser: nameOf(BROWSERS, browser),
  };
  return {
    ...{ clickId, version, landerId, step, rule, destination, uid, facts },
    outcome: OUTCOMES[Number(outcome)] ?? ClickOutcome.redirected,
    isBot: isBot === '1',
    values: decodeValues(fields[13] ?? ''),
  };
}

function decodeValues(text: string): Pass['values'] {
  return text
    .split('~')
    .slice(1)
    .flatMap((part) => {
      const end = part.indexOf('-');
      const name = MACROS.find((macro) => macro === part.slice(0, end));
      return name === undefined ? [] : [[name, unescapeText(part.slice(end + 1))] as const];
    });
}

/** A value that this release doesn't know is `other`, the last of each list. */
const codeOf = (names: readonly string[], name: string): string => {
  const place = names.indexOf(name);
  return (place < 0 ? names.length - 1 : place).toString(BASE);
};
const nameOf = <Name>(names: readonly Name[], code: string): Name =>
  names[Number.parseInt(code, BASE)] ?? (names[names.length - 1] as Name);

/** Only A–Z, digits, - and _, so that it needs no encoding in a query or a cookie. */
const escapeText = (text: string): string =>
  encodeURIComponent(text.toWellFormed())
    .replace(/[.!~*'()_]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '_');

function unescapeText(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('_', '%'));
  } catch {
    return '';
  }
}
