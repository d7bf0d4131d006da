import type { NetworkTemplate } from '@poklik/contract/network-templates';
import type { Network, NetworkBody, NetworkForm } from '@poklik/contract/networks';

const namesOf = (params: Network['mapping']['params']): NetworkForm['mapping']['params'] => {
  const { click_id = '', payout = '', currency = '', transaction_id = '', status = '', type = '' } = params;
  return { click_id, payout, currency, transaction_id, status, type };
};
const NO_SIGNATURE = {
  scheme: 'none' as const,
  algorithm: 'sha256' as const,
  parameter: 'sig',
  fields: [],
  separator: '',
  secret: '',
};

/** The form's values for a network; for a new one, empty. */
export function toForm(network: Network | null): NetworkForm {
  const { has_secret: _, ...signature } = network?.signature ?? { has_secret: false, ...NO_SIGNATURE };
  return {
    name: network?.name ?? '',
    template: network?.template ?? null,
    click_param: network?.click_param ?? '',
    default_currency: network?.default_currency ?? null,
    ips: network?.ips ?? [],
    notes: network?.notes ?? '',
    mapping: {
      params: namesOf(network?.mapping.params ?? {}),
      statuses: network?.mapping.statuses ?? [],
      default_status: network?.mapping.default_status ?? '',
    },
    signature: { ...NO_SIGNATURE, ...signature },
  };
}

/** What a template fills in. */
export const fromTemplate = (
  template: NetworkTemplate,
): Pick<NetworkForm, 'name' | 'click_param' | 'default_currency'> => ({
  name: template.name,
  click_param: template.click_param ?? '',
  default_currency: template.default_currency,
});

/** A new network from a template gets its words and parameter names there, unless the form has some. */
export function toBody(form: NetworkForm, network: Network | null): NetworkBody {
  const { scheme, secret, ...signature } = form.signature;
  const params = Object.fromEntries(Object.entries(form.mapping.params).filter(([, name]) => name !== ''));
  const { statuses, default_status } = form.mapping;
  const isUnmapped = statuses.length === 0 && Object.keys(params).length === 0 && default_status === '';
  const mapping = {
    params,
    statuses,
    types: network?.mapping.types ?? [],
    default_status: (default_status || null) as NonNullable<NetworkBody['mapping']>['default_status'],
  };
  return {
    name: form.name,
    template: form.template,
    click_param: form.click_param || null,
    default_currency: form.default_currency,
    ips: form.ips,
    notes: form.notes,
    ...(network === null && form.template !== null && isUnmapped ? {} : { mapping }),
    signature:
      scheme === 'none' ? null : ({ ...signature, scheme, ...(secret && { secret }) } as NetworkBody['signature']),
  };
}
