import { createContext, useContext } from 'react';

/** Opens the history of the current person, or of one record. */
export type OpenHistory = (record?: string) => void;

/** Null outside of a booklet. */
export const HistoryContext = createContext<OpenHistory | null>(null);

export const useOpenHistory = () => useContext(HistoryContext);
