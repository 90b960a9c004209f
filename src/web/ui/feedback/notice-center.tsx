import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notifications, notifications } from '@mantine/notifications';
import { IconAlertCircle, IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './notice-center.module.css';

export interface Notice {
  title: string;
  message?: string | undefined;
  /** A link in the notice, which then stays until it is closed. */
  link?: ((close: () => void) => ReactNode) | undefined;
  /** Receives what hides the notice, to call once its text is no longer true. The next attempt hides it too. */
  until?: (hide: () => void) => void;
}

export type NoticeTone = 'success' | 'warning' | 'error';

const ICONS = { success: IconCheck, warning: IconAlertTriangle, error: IconAlertCircle };
const LOOKS = { success: 'ok', warning: 'warn', error: 'low' };
const SUCCESS_MS = 5_000;
let shown = 0;
/** The last success, or the last warning that is true for a time only. */
let lastPassing = '';
let lastError = '';
/** The open warnings that stay until they are closed, oldest first. */
let lasting: string[] = [];
/** With the last success and the last error no more notices than `LIMIT`: Mantine would not show further ones until one is closed. */
const LASTING_AT_ONCE = 2;
const LIMIT = 4;

export const hideError = () => void notifications.hide(lastError);

export function hideEarlier(): void {
  hideError();
  notifications.hide(lastPassing);
}

export function showNotice({ title, message, link, until }: Notice, tone: NoticeTone): void {
  const Icon = ICONS[tone];
  const passing = tone === 'success';
  // A new success or error replaces the previous one, so that notices neither pile up nor contradict each other.
  const lasts = tone === 'warning' && !until;
  if (!lasts) hideEarlier();
  shown += 1;
  const id = `notice-${shown}`;
  if (lasts) {
    lasting.push(id);
    for (const oldest of lasting.slice(0, -LASTING_AT_ONCE)) notifications.hide(oldest);
  }
  notifications.show({
    id,
    title,
    message: (
      <>
        {message}
        {link && <div className={classes.link}>{link(() => notifications.hide(id))}</div>}
      </>
    ),
    role: tone === 'error' ? 'alert' : 'status',
    autoClose: passing && !link ? SUCCESS_MS : false,
    icon: <Icon size={20} aria-hidden />,
    classNames: classes,
    radius: 'lg',
    'data-tone': LOOKS[tone],
    onClose: () => {
      lasting = lasting.filter((other) => other !== id);
    },
    closeButtonProps: { 'aria-label': 'Cerrar aviso', size: 44, iconSize: 20 },
  });
  if (passing || until) lastPassing = id;
  if (tone === 'error') lastError = id;
  until?.(() => notifications.hide(id));
}

export default function NoticeCenter() {
  return (
    <Notifications
      className={classes.place ?? ''}
      position="bottom-right"
      limit={LIMIT}
      containerWidth={400}
      // Mantine cuts a notice at 200 pixels: a warning of five lines on a phone needs more.
      notificationMaxHeight="100dvh"
      zIndex={150}
    />
  );
}
