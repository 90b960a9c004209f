import { checkRandomBooklets, SEED } from './validators.mjs';

checkRandomBooklets(SEED + 2);
