import '@mantine/core/styles/ActionIcon.layer.css';
import { ActionIcon, CopyButton, Group, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

interface AddressTextProps {
  /** What it is, for the button that copies it. */
  label: string;
  children: string;
}

/** An address or id to pass on; it breaks anywhere, so that it fits a phone. A browser copies only on pages it trusts. */
export function AddressText({ label, children }: AddressTextProps) {
  return (
    <Group gap="2xs" wrap="nowrap">
      <Text component="code" ff="monospace" size="sm" style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
      {'clipboard' in navigator && (
        <CopyButton value={children}>
          {({ copied, copy }) => (
            <ActionIcon
              color={copied ? 'var(--ok)' : 'var(--ink-2)'}
              aria-label={copied ? `Copiado: ${label}` : `Copiar ${label}`}
              onClick={copy}
            >
              {copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
            </ActionIcon>
          )}
        </CopyButton>
      )}
    </Group>
  );
}
