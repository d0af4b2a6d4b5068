import { createClient } from '@supabase/supabase-js';
import { createRoot } from 'react-dom/client';

import { App } from './app';
import type { Database } from './database.types';
import './style.css';

// The server that serves this page is the backend, too.
const config: { anonKey: string } = await (await fetch('/config.json')).json();
const supabase = createClient<Database>(location.origin, config.anonKey);

const root = document.querySelector('#root');
if (root) createRoot(root).render(<App supabase={supabase} />);
