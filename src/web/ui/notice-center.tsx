import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notifications, notifications } from '@mantine/notifications';
import { IconAlertCircle, IconCheck } from '@tabler/icons-react';
import classes from './notice-center.module.css';

export interface Notice {
  title: string;
  message?: string | undefined;
}

const SUCCESS_MS = 5_000;
let lastSuccess = '';

export function showNotice({ title, message }: Notice, failed: boolean): void {
  const Icon = failed ? IconAlertCircle : IconCheck;
  // One success at a time: several would lie over what is needed next.
  if (!failed) notifications.hide(lastSuccess);
  const id = notifications.show({
    title,
    message: message ?? '',
    role: failed ? 'alert' : 'status',
    autoClose: failed ? false : SUCCESS_MS,
    icon: <Icon size={20} aria-hidden />,
    classNames: classes,
    'data-tone': failed ? 'error' : 'success',
    closeButtonProps: { 'aria-label': 'Cerrar aviso', size: 44, iconSize: 20 },
  });
  if (!failed) lastSuccess = id;
}

export default function NoticeCenter() {
  return (
    <Notifications
      className={classes.place ?? ''}
      position="bottom-right"
      limit={3}
      containerWidth={400}
      zIndex={150}
    />
  );
}
