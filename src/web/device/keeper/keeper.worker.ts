import { withPageLock } from '#web/device/pages/page-locks.ts';
import { disk } from '#web/device/store/indexed-disk.ts';
import { createKeeper } from './keeper.ts';
import { answerRequest, type KeeperRequest } from './keeper-messages.ts';

declare const self: {
  addEventListener(type: 'message', listener: (event: { data: KeeperRequest }) => void): void;
  postMessage(answer: unknown): void;
};

const keeper = createKeeper(disk, (vault) => (work) => withPageLock('booklets', vault, work));

self.addEventListener('message', ({ data }) => {
  void answerRequest(keeper, data).then((answer) => self.postMessage(answer));
});
