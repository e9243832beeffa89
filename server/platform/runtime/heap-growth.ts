import { setFlagsFromString } from 'node:v8'

/**
 * Old objects are collected once they have grown by 30 %. V8 by default waits until they are several times as many,
 * which doubles the memory of a busy server and makes each pause longer (docs/bench/load.md). The flag is not
 * documented by Node, so it is set here: an engine that does not know it starts all the same.
 */
export const collectEarly = (): void => setFlagsFromString('--heap-growing-percent=30')
