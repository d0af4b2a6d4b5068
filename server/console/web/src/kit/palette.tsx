import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { actors, setActor, type Actor } from './actor.ts';
import { tables } from './tables.ts';
import { Dialog } from './ui.tsx';
import { screens } from '@/screens.ts';
import { t } from '@/texts.ts';

/** Goes to a screen or a table, or changes the role, by its name. */
export function Palette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const all = useQuery(tables);
  const go = (path: string) => {
    onClose();
    void navigate(path);
  };
  const become = (actor: Actor) => {
    onClose();
    setActor(actor);
  };
  return (
    <Dialog title={t.palette} onClose={onClose}>
      <Command label={t.palette} className="palette">
        <Command.Input
          autoFocus
          value={search}
          onValueChange={setSearch}
          placeholder={t.paletteHint}
        />
        <Command.List>
          <Command.Empty>{t.nothingFound}</Command.Empty>
          <Command.Group heading={t.screens}>
            {screens.map((s) => (
              <Command.Item key={s.path} value={s.label} onSelect={() => go(s.path)}>
                {s.label}
              </Command.Item>
            ))}
          </Command.Group>
          <Command.Group heading={t.tables}>
            {all.data?.map((table) => (
              <Command.Item
                key={`${table.schema}.${table.name}`}
                value={`${table.schema}.${table.name}`}
                onSelect={() => go(`/tables/${table.schema}/${table.name}`)}
              >
                {table.schema}.{table.name}
              </Command.Item>
            ))}
          </Command.Group>
          <Command.Group heading={t.runAs}>
            {actors.map((a) => (
              <Command.Item key={a.id} value={`${t.as} ${a.label}`} onSelect={() => become(a)}>
                {t.as} {a.label}
              </Command.Item>
            ))}
          </Command.Group>
        </Command.List>
      </Command>
    </Dialog>
  );
}
