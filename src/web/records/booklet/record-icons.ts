import {
  type Icon,
  IconBabyCarriage,
  IconClipboardPlus,
  IconClipboardText,
  IconDroplet,
  IconHeartbeat,
  IconNotes,
  IconRulerMeasure,
  IconVaccine,
} from '@tabler/icons-react';

const ICONS: Record<string, Icon> = {
  rn: IconBabyCarriage,
  vacuna: IconVaccine,
  vacunamujer: IconVaccine,
  tamizaje: IconClipboardText,
  anemia: IconDroplet,
  control: IconRulerMeasure,
  etmi: IconClipboardPlus,
  controlmujer: IconHeartbeat,
};

export const recordIcon = (key: string): Icon => ICONS[key] ?? IconNotes;
