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
import { Modal } from '../../ui/dialog/modal.tsx';
import { shortcutOf } from '../../ui/keyboard/shortcut.ts';
import { toast } from '../../ui/toast/toast.ts';
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
  const { t } = useTranslation('sidebar');
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [copied, setCopied] = useState<CopiedLink | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const sources = useCommandSources({ profile, typed, copied, onCopy: setCopied, onShortcuts, onLogout });
  const { serverResults } = sources;

  const isTyped = typed.trim() !== '';
  const groups = groupsOf(offeredCommands({ typed, isPicking: copied !== null, ...sources }));
  const commands = groups.flatMap((each) => each.commands);
  const active = commands.find((command) => command.id === chosen) ?? commands[0];
  const optionId = (command: Command) => `${id}-${command.id.replace(/\W+/g, '-')}`;
  const activeId = active && optionId(active);
  const isSearching = serverResults.isSearching && (isTyped || copied !== null);

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  const type = (text: string) => {
    setTyped(text);
    setChosen(null);
    list.current?.scrollTo?.(0, 0);
  };
  const choose = (command: Command) => {
    if (!copied) sources.remember(command);
    if ('staysOpen' in command) type('');
    else onClose();
    if ('run' in command) command.run();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const to = commandOfKey(event.key, commands, active);
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
      <PaletteInput
        label={question}
        listId={`${id}-list`}
        activeId={activeId}
        isExpanded={commands.length > 0}
        value={typed}
        onType={type}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id={`${id}-list`} role="listbox" aria-label={question} className={css.list}>
        {groups.map(({ group, commands: those }) => (
          <PaletteGroup
            key={group}
            id={`${id}-${group}`}
            title={t(`palette.group.${group}`)}
            commands={those}
            optionId={optionId}
            active={active}
            search={typed.trim()}
            onPoint={setChosen}
            onChoose={choose}
          />
        ))}
      </div>
      {serverResults.error && <SearchFailed error={serverResults.error} onRetry={serverResults.retry} />}
      <PaletteStatus {...{ isSearching, isTyped }} count={commands.length} isFailed={serverResults.error !== null} />
    </div>
  );
}

interface CommandSources extends Pick<PaletteProps, 'profile' | 'onShortcuts' | 'onLogout'> {
  typed: string;
  copied: CopiedLink | null;
  onCopy: (link: CopiedLink) => void;
}

/** Screens and actions, those used last, and what the server finds. */
function useCommandSources({ profile, typed, copied, ...actions }: CommandSources) {
  const copyLink = useCopyLink();
  const staticCommands = useStaticCommands(profile, actions);
  const { recent, remember } = useRecent(profile.id, staticCommands);
  const serverResults = useServerResults({
    profile,
    typed,
    onCampaign: copied && ((campaign) => void copyLink(campaign, copied)),
  });
  return { staticCommands, recent, remember, serverResults };
}

interface PaletteInputProps {
  label: string;
  listId: string;
  activeId: string | undefined;
  isExpanded: boolean;
  value: string;
  onType: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function PaletteInput({ label, listId, activeId, isExpanded, value, onType, onKeyDown }: PaletteInputProps) {
  return (
    <div className={css.top}>
      <Search size={20} strokeWidth={1.75} aria-hidden className={css.icon} />
      <input
        className={css.input}
        type="text"
        role="combobox"
        aria-expanded={isExpanded}
        aria-controls={listId}
        aria-activedescendant={activeId}
        aria-autocomplete="list"
        aria-label={label}
        placeholder={label}
        maxLength={128}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="go"
        data-autofocus
        value={value}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}

interface PaletteGroupProps {
  id: string;
  title: string;
  commands: readonly Command[];
  optionId: (command: Command) => string;
  active: Command | undefined;
  search: string;
  onPoint: (id: string) => void;
  onChoose: (command: Command) => void;
}

function PaletteGroup({ id, title, commands, optionId, active, search, onPoint, onChoose }: PaletteGroupProps) {
  return (
    <fieldset className={css.group} aria-labelledby={id}>
      <div id={id} className={css.heading}>
        {title}
      </div>
      {commands.map((command) => (
        <PaletteOption
          key={command.id}
          id={optionId(command)}
          command={command}
          search={search}
          isActive={command === active}
          onPoint={() => onPoint(command.id)}
          onChoose={() => onChoose(command)}
        />
      ))}
    </fieldset>
  );
}

interface PaletteStatusProps {
  isSearching: boolean;
  isTyped: boolean;
  isFailed: boolean;
  count: number;
}

/** Visible unless there are commands to choose from. */
function PaletteStatus({ isSearching, isTyped, isFailed, count }: PaletteStatusProps) {
  const { t } = useTranslation('sidebar');
  return (
    <div className={count > 0 && !isSearching ? css.unseen : css.note} role="status">
      {isSearching
        ? t('palette.searching')
        : count > 0
          ? t('palette.found', { count })
          : !isFailed && t(isTyped ? 'palette.nothing' : 'palette.no_campaigns')}
    </div>
  );
}

function SearchFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation(['sidebar', 'select']);
  return (
    <div className={css.note} role="alert">
      {t('palette.failed', { reason: error.message })}
      <Button size="sm" onClick={onRetry}>
        {t('select:retry')}
      </Button>
    </div>
  );
}

interface Offer {
  typed: string;
  /** A campaign is being picked for an action. */
  isPicking: boolean;
  staticCommands: readonly Command[];
  recent: readonly Command[];
  serverResults: Pick<ReturnType<typeof useServerResults>, 'isSearching' | 'found'>;
}

/** What fits the typed text, or what was used last. Approximate matches never come before exact ones. */
function offeredCommands({ typed, isPicking, staticCommands, recent, serverResults }: Offer): Command[] {
  const { isSearching, found } = serverResults;
  if (isPicking) return found;
  if (typed.trim() === '') return [...recent, ...excluding(recent, staticCommands), ...found];
  const match = fuzzyFind(typed, staticCommands);
  return match.isApproximate && (isSearching || found.length > 0) ? found : [...match.items, ...found];
}

const groupsOf = (offered: readonly Command[]) =>
  GROUPS.map((group) => ({ group, commands: offered.filter((command) => command.group === group) })).filter(
    ({ commands }) => commands.length > 0,
  );

/** The command to which a key moves. */
function commandOfKey(key: string, commands: readonly Command[], active: Command | undefined): Command | undefined {
  const place = active ? commands.indexOf(active) : -1;
  return {
    ArrowDown: commands[place + 1] ?? commands[0],
    ArrowUp: commands[place - 1] ?? commands.at(-1),
    Home: commands[0],
    End: commands.at(-1),
  }[key];
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
