/**
 * Seconds of the keystroke-level model: a key of an average typist (40 words a minute), pointing at a target, and mental preparation.
 * Source: Card, Moran and Newell (1980), doi:10.1145/358886.358895. H (0.4 s, moving the hand to another device) never occurs on a phone.
 */
const [K, P, M] = [0.28, 1.1, 1.35];

/**
 * A tap is pointing and a press. Preparation is counted before each tap that gives a command, not before fields and values, and not before typed
 * text (rule 0 of the model). A swipe counts like pointing.
 * @returns seconds without the waiting for the system (R), which is measured
 */
export const estimate = ({ taps, commands, keys, swipes }) => taps * (P + K) + commands * M + keys * K + swipes * P;
