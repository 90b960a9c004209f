import { linkOptions } from '@tanstack/react-router';

export const toChild = (ninoId: string) => linkOptions({ to: '/ninos/$ninoId', params: { ninoId } });
export const toWoman = (mujerId: string) => linkOptions({ to: '/mujer/$mujerId', params: { mujerId } });
export type BookletLink = ReturnType<typeof toChild> | ReturnType<typeof toWoman>;
