import '@fontsource-variable/inter/wght.css';
import './tokens.css';
import './base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchPresence } from './api/presence.ts';
import { queryClient } from './api/query-client.ts';
import { prefetchSession } from './api/session.ts';
import { language } from './language/language.ts';
import { router } from './router.tsx';
import { applyTheme } from './shell/theme.ts';

document.documentElement.lang = language;
applyTheme();
watchPresence();
void prefetchSession(queryClient);
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element with the id root.');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
