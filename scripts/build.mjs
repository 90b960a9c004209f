import './lib/require-node.mjs';
import { prepareBuild } from './lib/prepare.mjs';
import { main } from './lib/run.mjs';

await main(prepareBuild);
