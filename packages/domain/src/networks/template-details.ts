import type { NetworkTemplateBody } from '@poklik/contract/network-templates';

export type TemplateDetails = Omit<NetworkTemplateBody, 'is_hidden'>;

/** What can be written of a template. */
export const detailsOf = ({
  name,
  docs_url,
  click_param,
  macros,
  statuses,
  default_currency,
  notes,
}: TemplateDetails): TemplateDetails => ({
  ...{ name, docs_url, click_param, macros, statuses, default_currency, notes },
});
