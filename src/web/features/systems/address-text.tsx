import { Text } from '@mantine/core';

/** An address or id to copy; it breaks anywhere, so that it fits a phone. */
export function AddressText({ children }: { children: string }) {
  return (
    <Text component="code" ff="monospace" size="sm" style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  );
}
