import { alone } from '#web/device/pages/alone.ts';
import { disk } from '#web/device/store/indexed-disk.ts';
import { createKeeper } from './keeper.ts';
import { type Asked, answerOf } from './keeper-messages.ts';

declare const self: {
  addEventListener(type: 'message', listener: (event: { data: Asked }) => void): void;
  postMessage(answer: unknown): void;
};

const keeper = createKeeper(disk, (vault) => (work) => alone('booklets', vault, work));

self.addEventListener('message', ({ data }) => {
  void answerOf(keeper, data).then((answer) => self.postMessage(answer));
});
