import { Box } from '@mantine/core';
import { encode } from 'uqr';

/** A QR code, dark on light in any surroundings. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : []))).join('');
  return (
    <Box
      component="svg"
      display="block"
      w={200}
      maw="100%"
      my="xs"
      bg="var(--surface)"
      c="var(--ink)"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
    >
      <path d={path} fill="currentColor" shapeRendering="crispEdges" />
    </Box>
  );
}
