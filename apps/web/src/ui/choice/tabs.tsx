import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Tabs.layer.css';
import { Tabs as MantineTabs } from '@mantine/core';
import type { ReactNode } from 'react';
import css from './tabs.module.css';

interface TabsProps<Id extends string> {
  /** Accessible name of the tab list. */
  label: string;
  /** Undefined shows no panel. */
  value: Id | undefined;
  onChange: (id: Id) => void;
  tabs: { id: Id; label: ReactNode; panel: ReactNode }[];
  /** Shown in place of the list of tabs; the panels and their input stay. */
  instead?: ReactNode;
}

/** Hidden panels stay mounted, so their input is kept. */
export function Tabs<Id extends string>({ label, value, onChange, tabs, instead }: TabsProps<Id>) {
  // Without the list they are no tab panels.
  const plain = instead === undefined ? {} : { role: undefined, 'aria-labelledby': undefined };
  return (
    <MantineTabs
      value={value ?? null}
      onChange={(id) => {
        const tab = tabs.find((each) => each.id === id);
        if (tab) onChange(tab.id);
      }}
      // The other mode drops the refs that the form uses to find its fields.
      keepMountedMode="display-none"
      classNames={{ list: css.list ?? '', tab: css.tab ?? '', panel: css.panel ?? '' }}
    >
      {instead ?? (
        <MantineTabs.List aria-label={label}>
          {tabs.map((tab) => (
            <MantineTabs.Tab key={tab.id} value={tab.id}>
              {tab.label}
            </MantineTabs.Tab>
          ))}
        </MantineTabs.List>
      )}
      {tabs.map((tab) => (
        <MantineTabs.Panel key={tab.id} value={tab.id} {...plain}>
          {tab.panel}
        </MantineTabs.Panel>
      ))}
    </MantineTabs>
  );
}
