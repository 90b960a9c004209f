import { createTheme } from '@mantine/core';
import { components } from './components.ts';
import { design } from './design.ts';

export const theme = createTheme({ ...design, components });
