import type { Slot } from '@poklik/contract/routing';
import { destinationShares } from '@poklik/domain/routing/destination-shares';
import { listLanderIds } from '@poklik/domain/routing/targets';
import { formatPercent } from '../../../format/numbers.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useLandersById } from '../../../widgets/landers/landers.queries.ts';
import css from './path-card.module.css';

/** Where the links of a lander lead, by weight. */
export function PathSlots({ next }: { next: readonly Slot[] }) {
  const language = useLanguage();
  const landers = useLandersById(listLanderIds({ destinations: next.flatMap(({ targets }) => targets), rules: [] }));
  return (
    <ul className={css.slots}>
      {next.map(({ uid, targets }, place) => {
        const shares = destinationShares(targets);
        const open = targets
          .map((target, at) => ({ target, at, share: shares[at] ?? 0 }))
          .filter(({ share }) => share > 0);
        return open.map(({ target, at, share }) => (
          <li key={`${uid ?? place} ${target.uid ?? at}`} className={css.url}>
            {`/o/${place + 1} → `}
            {target.name || landers.find(({ id }) => id === target.lander_id)?.name || target.url}
            {open.length > 1 && ` · ${formatPercent(language, share, 0)}`}
            {(target.next?.length ?? 0) > 0 && <PathSlots next={target.next ?? []} />}
          </li>
        ));
      })}
    </ul>
  );
}
