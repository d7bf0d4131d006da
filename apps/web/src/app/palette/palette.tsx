import type { Campaign } from '@poklik/contract/campaigns';
import type { Profile } from '@poklik/contract/profile';
import { fuzzyFind } from '@poklik/domain/palette/fuzzy-match';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '../../i18n/paths.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { shortcutOf } from '../../ui/shortcut.ts';
import { toast } from '../../ui/toast.ts';
import { type Command, GROUPS } from './command.ts';
import css from './palette.module.css';
import { PaletteOption } from './palette-option.tsx';
import { useRecent } from './use-recent.ts';
import { useServerResults } from './use-server-results.ts';
import { type CopiedLink, useStaticCommands } from './use-static-commands.ts';

interface PaletteProps {
  profile: Profile;
  opened: boolean;
  onClose: () => void;
  onShortcuts: () => void;
  onLogout: () => void;
}

/** Finds screens, actions and data by typing on any keyboard layout. */
export function Palette({ opened, ...props }: PaletteProps) {
  const { t } = useTranslation('sidebar');
  return (
    <Modal opened={opened} onClose={props.onClose} title={t('palette.title')} wide plain>
      <PaletteBody {...props} />
    </Modal>
  );
}

function PaletteBody({ profile, onClose, onShortcuts, onLogout }: Omit<PaletteProps, 'opened'>) {
  const { t } = useTranslation(['sidebar', 'select']);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [copied, setCopied] = useState<CopiedLink | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const copyLink = useCopyLink();
  const staticCommands = useStaticCommands(profile, { onCopy: setCopied, onShortcuts, onLogout });
  const { recent, remember } = useRecent(profile.id, staticCommands);
  const serverResults = useServerResults({
    profile,
    typed,
    onCampaign: copied && ((campaign) => void copyLink(campaign, copied)),
  });

  const isLoading = typed.trim() !== '';
  const match = fuzzyFind(typed, staticCommands);
  // Approximate matches never come before exact ones.
  const answers =
    match.isApproximate && (serverResults.isSearching || serverResults.found.length > 0) ? [] : match.items;
  const offered = copied ? [] : isLoading ? answers : [...recent, ...excluding(recent, staticCommands)];
  const groups = GROUPS.map((group) => ({
    group,
    commands: [...offered, ...serverResults.found].filter((command) => command.group === group),
  })).filter(({ commands }) => commands.length > 0);
  const commands = groups.flatMap((each) => each.commands);
  const active = commands.find((command) => command.id === chosen) ?? commands[0];
  const optionId = (command: Command) => `${id}-${command.id.replace(/\W+/g, '-')}`;
  const activeId = active && optionId(active);
  const isSearching = serverResults.isSearching && (isLoading || copied !== null);

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  const type = (text: string) => {
    setTyped(text);
    setChosen(null);
    list.current?.scrollTo?.(0, 0);
  };
  const choose = (command: Command) => {
    if (!copied) remember(command);
    if ('staysOpen' in command) type('');
    else onClose();
    if ('run' in command) command.run();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const place = active ? commands.indexOf(active) : -1;
    const to = {
      ArrowDown: commands[place + 1] ?? commands[0],
      ArrowUp: commands[place - 1] ?? commands.at(-1),
      Home: commands[0],
      End: commands.at(-1),
    }[event.key];
    if (to) setChosen(to.id);
    else if (shortcutOf(event.nativeEvent) === 'mod+k') onClose();
    else if (event.key === 'Enter' && activeId) document.getElementById(activeId)?.click();
    else if (event.key === 'Backspace' && typed === '' && copied) setCopied(null);
    else return;
    event.preventDefault();
  };

  const question = copied ? t(`palette.which_${copied}`) : t('palette.placeholder');
  return (
    <div className={css.palette}>
      <div className={css.top}>
        <Search size={20} strokeWidth={1.75} aria-hidden className={css.icon} />
        <input
          className={css.input}
          type="text"
          role="combobox"
          aria-expanded={commands.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={activeId}
          aria-autocomplete="list"
          aria-label={question}
          placeholder={question}
          maxLength={128}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          data-autofocus
          value={typed}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <div ref={list} id={`${id}-list`} role="listbox" aria-label={question} className={css.list}>
        {groups.map(({ group, commands: those }) => (
          <fieldset key={group} className={css.group} aria-labelledby={`${id}-${group}`}>
            <div id={`${id}-${group}`} className={css.heading}>
              {t(`palette.group.${group}`)}
            </div>
            {those.map((command) => (
              <PaletteOption
                key={command.id}
                id={optionId(command)}
                command={command}
                search={typed.trim()}
                isActive={command === active}
                onPoint={() => setChosen(command.id)}
                onChoose={() => choose(command)}
              />
            ))}
          </fieldset>
        ))}
      </div>
      {serverResults.error && (
        <div className={css.note} role="alert">
          {t('palette.failed', { reason: serverResults.error.message })}
          <Button size="sm" onClick={serverResults.retry}>
            {t('select:retry')}
          </Button>
        </div>
      )}
      <div className={commands.length > 0 && !isSearching ? css.unseen : css.note} role="status">
        {isSearching
          ? t('palette.searching')
          : commands.length > 0
            ? t('palette.found', { count: commands.length })
            : !serverResults.error && t(isLoading ? 'palette.nothing' : 'palette.no_campaigns')}
      </div>
    </div>
  );
}

const excluding = (those: readonly Command[], all: readonly Command[]): Command[] =>
  all.filter(({ id }) => !those.some((each) => each.id === id));

/** If the browser blocks copying, opens the page with the link. */
function useCopyLink(): (campaign: Campaign, link: CopiedLink) => Promise<void> {
  const { t } = useTranslation('sidebar');
  const navigate = useNavigate();
  const localizedPath = useLocalizedPath();
  return async (campaign, link) => {
    try {
      await navigator.clipboard.writeText(campaign[link]);
      toast(t('palette.copied', { name: campaign.name }));
    } catch {
      await navigate(localizedPath(paths.campaignLinks(campaign.id)));
    }
  };
}
