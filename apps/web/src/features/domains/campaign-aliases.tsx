import { ALIASES_MAX, Aliases, type Domain, type LinkAlias } from '@poklik/contract/domains';
import { Plus, Trash2 } from 'lucide-react';
import { useController, useFieldArray, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { paths } from '../../i18n/paths.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Select } from '../../ui/choice/select.tsx';
import { CopyIconButton } from '../../ui/copy/copy-icon-button.tsx';
import { describedBy, Field } from '../../ui/form/field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useField } from '../../ui/form/use-field.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { ErrorCard } from '../../ui/state/error-card.tsx';
import { toast } from '../../ui/toast/toast.ts';
import css from './campaign-aliases.module.css';
import { useAliases, useDomains, useSetAliases } from './domains.queries.ts';

/** Short links of a campaign on the account's own domains. */
export function CampaignAliases({ campaignId }: { campaignId: number }) {
  const { t } = useTranslation('domains');
  const domains = useDomains();
  const aliases = useAliases(campaignId);
  const canWrite = hasPermission(useCurrentUser(), 'campaigns:write');
  const error = domains.error ?? aliases.error;
  const own = domains.data?.filter(({ kind }) => kind === 'own');
  const retry = () => Promise.all([domains.refetch(), aliases.refetch()]);
  return (
    <section className={css.card} aria-labelledby="aliases-heading">
      <h2 id="aliases-heading" className={css.title}>
        {t('aliases.title')}
      </h2>
      <p className={css.text}>{t('aliases.text')}</p>
      {own && aliases.data ? (
        <Content own={own} aliases={aliases.data} campaignId={campaignId} canWrite={canWrite} />
      ) : (
        error && <ErrorCard message={error.message} onRetry={retry} />
      )}
    </section>
  );
}

interface ContentProps {
  own: Domain[];
  aliases: LinkAlias[];
  campaignId: number;
  canWrite: boolean;
}

function Content({ own, aliases, campaignId, canWrite }: ContentProps) {
  const { t } = useTranslation('domains');
  const localizedPath = useLocalizedPath();
  if (own.length === 0) {
    return (
      <p className={css.text}>
        {t('aliases.no_domain')} <Link to={localizedPath(paths.domains)}>{t('aliases.to_domains')}</Link>
      </p>
    );
  }
  if (canWrite) return <AliasForm own={own} aliases={aliases} campaignId={campaignId} />;
  if (aliases.length === 0) return <p className={css.text}>{t('aliases.none')}</p>;
  return (
    <ul className={css.list}>
      {aliases.map((alias) => (
        <li key={`${alias.domain_id} ${alias.alias}`}>{addressOf(own, alias)}</li>
      ))}
    </ul>
  );
}

const addressOf = (own: readonly Domain[], { domain_id, alias }: LinkAlias): string =>
  `${own.find(({ id }) => id === domain_id)?.url ?? ''}/${alias.trim().toLowerCase()}`;

function AliasForm({ own, aliases, campaignId }: Omit<ContentProps, 'canWrite'>) {
  const { t } = useTranslation(['domains', 'select']);
  const set = useSetAliases(campaignId);
  const form = useZodForm(Aliases, { defaultValues: { aliases } });
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'aliases' });
  const preferred = own.find(({ is_default }) => is_default) ?? own[0];
  return (
    <Form
      form={form}
      onSubmit={async (values) => {
        const { data } = await set.mutateAsync(values.aliases);
        form.reset({ aliases: data });
        toast(t('aliases.saved'));
      }}
    >
      <FormError />
      {fields.map((field, place) => (
        <AliasRow key={field.id} own={own} place={place} onRemove={() => remove(place)} />
      ))}
      <div className={css.actions}>
        {fields.length < ALIASES_MAX && preferred && (
          <Button
            icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
            onClick={() => append({ domain_id: preferred.id, alias: '' })}
          >
            {t('aliases.add')}
          </Button>
        )}
        {(fields.length > 0 || aliases.length > 0) && <SubmitButton>{t('select:save')}</SubmitButton>}
      </div>
    </Form>
  );
}

interface AliasRowProps {
  own: Domain[];
  place: number;
  onRemove: () => void;
}

function AliasRow({ own, place, onRemove }: AliasRowProps) {
  const { t } = useTranslation('domains');
  const form = useFormContext<{ aliases: LinkAlias[] }>();
  const row = form.watch(`aliases.${place}`);
  const name = `aliases.${place}.domain_id` as const;
  const { id, error } = useField(name);
  const { field } = useController({ name, control: form.control });
  return (
    <fieldset className={css.row}>
      <legend className={css.legend}>{t('aliases.row', { place: place + 1 })}</legend>
      <Field id={id} label={t('aliases.domain')} error={error}>
        <Select
          id={id}
          ref={field.ref}
          name={name}
          value={String(field.value)}
          options={own.map((domain) => ({ value: String(domain.id), label: domain.name }))}
          onBlur={field.onBlur}
          onChange={(value) => value !== null && field.onChange(Number(value))}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, undefined, error)}
        />
      </Field>
      <TextField
        name={`aliases.${place}.alias`}
        label={t('aliases.name')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
      />
      <div className={css.tools}>
        <CopyIconButton text={addressOf(own, row)} label={t('aliases.copy', { url: addressOf(own, row) })} />
        <IconButton label={t('aliases.remove', { place: place + 1 })} onClick={onRemove}>
          <Trash2 size={16} strokeWidth={1.75} aria-hidden />
        </IconButton>
      </div>
    </fieldset>
  );
}
