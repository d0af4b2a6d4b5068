import { createContext, useContext } from 'react';
import { useQuery } from '@tanstack/react-query';
import { publicQuery } from '@/shared/api/public-data';
import { defaultSettings, readSettings, type Settings } from './settings';

/**
 * Is told the name of each setting that a page reads. The rendering in the server provides it, so that a page is not
 * rendered again for settings that it does not show.
 */
export const SettingReads = createContext<((name: string) => void) | undefined>(undefined);

/** The settings of the site; the defaults until there are rows. */
export function useSettings(): Settings {
  const onRead = useContext(SettingReads);
  const { data = defaultSettings } = useQuery({
    ...publicQuery('settings'),
    select: readSettings,
  });
  if (onRead === undefined) return data;
  return new Proxy(data, {
    get(settings, name): unknown {
      if (typeof name === 'string') onRead(name);
      return Reflect.get(settings, name);
    },
  });
}
