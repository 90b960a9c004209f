import { IconCloudExclamation, IconCloudUp } from '@tabler/icons-react';
import type { WaitingMark } from '#web/device/shown/waiting-marks.ts';

const LOOKS = {
  send: { words: 'Por enviar', color: 'var(--ink-3)', Icon: IconCloudUp },
  review: { words: 'Para revisar', color: 'var(--danger)', Icon: IconCloudExclamation },
} as const;

/** Marks a record that is stored only on this device. */
export default function CloudIcon({ mark }: { mark: WaitingMark }) {
  const { words, color, Icon } = LOOKS[mark];
  return (
    <span role="img" aria-label={words} title={words} style={{ color }}>
      {' '}
      <Icon size={20} style={{ verticalAlign: 'text-bottom' }} aria-hidden />
    </span>
  );
}
