import type * as z from 'zod/mini';
import type { FieldProblem } from './errors.ts';

type Issue = z.core.$ZodIssue;

/** Error keys that a schema sets itself with `error`. */
const SCHEMA_ERROR_KEYS = new Set([
  'conversion_type',
  'conversion_type_repeated',
  'goal_repeated',
  'goal_match',
  'email',
  'event_id',
  'passwords_differ',
  'terms_not_accepted',
  'language_repeated',
  'title_without_message',
  'role_unknown',
  'audience_twice',
  'audience_several',
  'tag',
  'tags',
  'condition_value',
  'destination_url',
  'amount',
  'paid_amount',
  'iban',
  'paypal_address',
  'card_number',
  'trc20_address',
  'holder_missing',
  'percent',
  'parameter_name',
  'parameter_repeated',
  'source_macro',
  'tag_missing',
  'slug',
  'guide_half',
  'guide_empty',
  'currency',
  'currency_is_base',
  'currency_repeated',
  'rate',
  'date',
  'period_too_long',
  'filters',
  'panels',
  'group_by',
  'columns',
  'types',
  'stages',
  'timezone',
  'ends_before_start',
  'scopes_missing',
  'tariff_code',
  'coupon_code',
  'coupon_periods',
  'percent_or_amount',
  'highlights',
  'deposit_amount',
  'alias',
  'script_host',
  'repeated',
  'web_address',
  'header_name',
  'header_reserved',
  'header_value',
  'header_repeated',
  'unknown_macro',
  'body_with_get',
  'body_missing',
  'form_body',
  'json_body',
  'secret_name',
  'word_repeated',
  'sent_parameter_name',
  'network_macro',
  'signed_fields_missing',
  'host_name',
  'origin',
  'sender',
  'color',
  'local_time',
  'invoice_prefix',
  'provider_key',
  'setting_unknown',
  'target_one_of',
  'floor_sum',
  'cap_repeated',
  'edit_empty',
  'campaigns_missing',
]);

/** Why a value is invalid, as a key of `errors.field` with values. Client and server share the texts. */
function fieldProblem(issue: Issue): FieldProblem {
  if (issue.input === undefined || issue.input === null || isBlank(issue.input)) {
    return { key: SCHEMA_ERROR_KEYS.has(issue.message) && issue.message !== 'email' ? issue.message : 'required' };
  }
  if (SCHEMA_ERROR_KEYS.has(issue.message)) return { key: issue.message };
  switch (issue.code) {
    case 'too_small':
      return { key: TOO_SMALL[issue.origin] ?? 'too_small', values: { min: Number(issue.minimum) } };
    case 'too_big':
      return { key: TOO_BIG[issue.origin] ?? 'too_big', values: { max: Number(issue.maximum) } };
    case 'invalid_type':
      return { key: NUMBERS.has(issue.expected) ? 'whole_number' : 'invalid' };
    default:
      return { key: 'invalid' };
  }
}

/** How zod names a number that is missing or has a fraction. Amounts and rates are strings. */
const NUMBERS = new Set<string>(['number', 'int']);

/** Whether length, items or value is out of range. */
const TOO_SMALL: Record<string, string> = { string: 'too_short', array: 'too_few' };
const TOO_BIG: Record<string, string> = { string: 'too_long', array: 'too_many' };

const isBlank = (input: unknown): boolean => typeof input === 'string' && input.trim() === '';

/** Field problems by dotted path; problems of the whole value have an empty path. */
export function problemsByField(issues: readonly Issue[]): Record<string, FieldProblem[]> {
  const fields: Record<string, FieldProblem[]> = {};
  for (const issue of issues) {
    const path = issue.path.map(String).join('.');
    fields[path] ??= [];
    fields[path].push(fieldProblem(issue));
  }
  return fields;
}
