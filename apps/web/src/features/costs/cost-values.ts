import type { CostFilter, CostForm, costsApi } from '@poklik/contract/costs';
import type { RequestOf } from '@poklik/contract/endpoint';
import { ApiError } from '../../api/api-error.ts';

type NewEntry = RequestOf<typeof costsApi.create>['body']['entries'][number];

/** The entry that the form describes, for the clicks that a report chose if there are any. */
export const toNewCost = (form: CostForm, chosen: readonly CostFilter[] = []): NewEntry => ({
  campaign_id: Number(form.campaign_id),
  start: form.start,
  end: form.end,
  timezone: form.timezone,
  amount: form.amount,
  currency: form.currency,
  mode: form.action === 'set' ? 'set' : 'add',
  kind: form.action === 'fee' ? 'fee' : 'spend',
  filters:
    chosen.length > 0
      ? [...chosen]
      : form.dimension === ''
        ? []
        : [{ dimension: form.dimension, values: [form.value] }],
  note: form.note,
});

const FIELDS: Readonly<Record<string, string>> = {
  mode: 'action',
  kind: 'action',
  'filters.0.dimension': 'dimension',
  'filters.0.values.0': 'value',
};

/** Moves the problems of the only entry to the fields of the form. */
export function toFormError(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { status, code, retryAfterSeconds } = error;
  const fields = Object.fromEntries(
    Object.entries(error.fields).map(([path, texts]) => {
      const name = path.replace(/^entries\.0\./, '');
      return [FIELDS[name] ?? name, texts];
    }),
  );
  return new ApiError(error.message, { status, code, retryAfterSeconds, fields, cause: error });
}
