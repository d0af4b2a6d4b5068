import { mount } from './mount';
import { PublicRouter } from './public-router';

void mount(<PublicRouter />, ['site']);
