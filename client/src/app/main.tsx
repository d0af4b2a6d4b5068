import { mount } from './mount';
import { PublicRouter } from './public-router';
import { prefetchPages } from './routes';

void mount(<PublicRouter />, ['site']);

// Once everything else has loaded: on a slow network the page in view comes first.
addEventListener('load', () => setTimeout(() => void prefetchPages(), 1_000));
