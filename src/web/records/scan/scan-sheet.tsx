import { useNavigate } from '@tanstack/react-router';
import { SideSheet } from '#web/ui/feedback/side-sheet.tsx';
import { Scanner } from './scanner.tsx';

interface ScanSheetProps {
  opened: boolean;
  onClose: () => void;
  onFollow?: (() => void) | undefined;
}

/** Scans a printed booklet and opens it; the camera is on only while the sheet is open. */
export default function ScanSheet({ opened, onClose, onFollow }: ScanSheetProps) {
  const navigate = useNavigate();
  const follow = (token: string) => {
    onClose();
    onFollow?.();
    void navigate({ to: '/q/$token', params: { token } });
  };
  return (
    <SideSheet opened={opened} onClose={onClose} title="Escanear una libreta" closeLabel="Cerrar la cámara">
      {opened && <Scanner onCode={follow} />}
    </SideSheet>
  );
}
