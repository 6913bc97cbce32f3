import { render } from 'preact';
import { z } from 'zod';
import { App } from './app/app.tsx';

// It would compile schemas with `Function`, which the policy of the page refuses.
z.config({ jitless: true });

const root = document.getElementById('console');
if (root) render(<App />, root);
