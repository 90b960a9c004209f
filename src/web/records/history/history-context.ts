import { createContext, useContext } from 'react';

/** Opens the history of the person on screen, or only that of one of the records. */
export type OpenHistory = (record?: string) => void;

/** Null where nobody's booklet is open. */
export const HistoryContext = createContext<OpenHistory | null>(null);

export const useOpenHistory = () => useContext(HistoryContext);
