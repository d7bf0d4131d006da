import { DENSITIES, profileApi } from '@poklik/contract/profile';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { currentUserQuery, hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { Segmented } from '../../ui/choice/segmented.tsx';
import { toast } from '../../ui/toast/toast.ts';
import css from './columns-menu.module.css';

/** The same setting as in the profile; it applies to all tables. */
export function DensityChoice() {
  const { t } = useTranslation('grid');
  const client = useQueryClient();
  const user = useCurrentUser();
  const save = useMutation({
    mutationFn: (density: typeof user.density) => call(profileApi.update, { body: { density } }),
    onMutate: (density) => client.setQueryData(currentUserQuery.queryKey, (known) => known && { ...known, density }),
    onError: (error) => {
      toast(error.message, { kind: 'problem' });
      void client.invalidateQueries({ queryKey: currentUserQuery.queryKey });
    },
  });
  if (!hasPermission(user, 'profile:write')) return null;
  return (
    <div className={css.density}>
      <Segmented
        label={t('density.label')}
        value={user.density}
        onChange={(density) => save.mutate(density)}
        options={DENSITIES.map((value) => ({ value, label: t(`density.${value}`) }))}
      />
    </div>
  );
}
