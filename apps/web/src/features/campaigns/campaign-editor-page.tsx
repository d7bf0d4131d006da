import { Megaphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { paths } from '../../i18n/paths.ts';
import { useInLanguage } from '../../i18n/use-in-language.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

export function CampaignEditorPage() {
  const { t } = useTranslation('campaigns');
  const inLanguage = useInLanguage();
  const isNew = useParams().id === undefined;
  return (
    <>
      <PageHeader title={t(isNew ? 'create' : 'update')} />
      <EmptyState
        icon={Megaphone}
        title={t(isNew ? 'editor.new' : 'editor.missing')}
        text={t(isNew ? 'editor.new_text' : 'editor.missing_text')}
        action={<ButtonLink to={inLanguage(paths.campaign)}>{t('editor.to_list')}</ButtonLink>}
      />
    </>
  );
}
